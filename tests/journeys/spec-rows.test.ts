import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { questions } from '#features/site/content/questions.tsx'
import { formatPrice } from '#kit/money.ts'
import { test } from './journey.ts'
import {
  atPath,
  button,
  fillLogin,
  heading,
  hydrated,
  link,
  main,
  productAt,
  toastDuration,
} from './steps.ts'

const textsOf = (locator: Locator): Promise<string[]> => locator.allTextContents()

describe('the frame', () => {
  // spec: brand, top-bar, dashboard-link, login-button, copyright
  test('links a visitor to Home, Parts, Blog, Portfolio and Login', async ({ open }) => {
    const { page } = await open()
    await page.goto('/blog')
    const bar = page.getByRole('banner')
    const links = await textsOf(bar.getByRole('navigation').getByRole('link'))
    expect(links).toEqual(['Home', 'Parts', 'Blog', 'Portfolio'])
    expect(await link(bar, 'Parts Shop').getAttribute('href')).toBe('/')
    expect(await link(bar, 'Login').isVisible()).toBe(true)
    expect(await button(bar, 'Logout').count()).toBe(0)
    const footer = page.getByRole('contentinfo')
    await footer.getByText(`© ${new Date().getFullYear()} Parts Shop`).waitFor()
    for (const name of ['Portfolio', 'Home']) {
      await link(bar, name).click()
      await atPath(page, name === 'Home' ? '/' : '/portfolio')
    }
  })

  // spec: dashboard-link
  test('links a signed-in user to the Dashboard too', async ({ open, shop }) => {
    const { page } = await open({ as: await shop.register() })
    await page.goto('/')
    await button(page, 'Logout').waitFor()
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
    expect(await textsOf(links)).toEqual(['Home', 'Parts', 'Blog', 'Portfolio', 'Dashboard'])
    await link(page.getByRole('banner'), 'Dashboard').click()
    await atPath(page, '/dashboard')
  })

  // spec: page-404, unknown-path
  test('shows the 404 image for an unknown path', async ({ open }) => {
    const browserWindow = await open()
    browserWindow.expectErrors(/^404 GET \/nowhere$/)
    expect((await browserWindow.page.goto('/nowhere'))?.status()).toBe(404)
    await browserWindow.page.getByRole('img', { name: /^404/ }).waitFor()
  })
})

describe('home', () => {
  // spec: hero, home-sections, skills, testimonials
  test('has the banner, the sections, the skills and the testimonials', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    await heading(page, 'Healthy Food').waitFor()
    await main(page).getByText('Grow your strength', { exact: true }).waitFor()
    expect(await link(main(page), 'Read More').getAttribute('href')).toBe('/')
    const titles = await textsOf(main(page).getByRole('heading', { level: 2 }))
    expect(titles).toEqual(['Welcome', 'Featured Products', 'Skills', 'The shop in numbers', 'TESTIMONIAL'])
    for (const name of ['HTML', 'CSS', 'JavaScript', 'PHP', 'React', 'Express']) {
      const bar = page.getByRole('progressbar', { name, exact: true })
      expect(Number(await bar.getAttribute('value')), name).toBeGreaterThan(0)
    }
  })

  test('begins with a list to paste and the categories, and leads to the cart and to the parts', async ({
    open,
  }) => {
    const { page } = await open()
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      const tops = [
        page.getByLabel('Part numbers and quantities'),
        main(page).getByRole('link', { name: /^Fasteners/ }),
      ]
      const banner = await heading(page, 'Healthy Food').boundingBox()
      for (const place of tops)
        expect((await place.boundingBox())?.y, `at ${width}`).toBeLessThan(banner?.y ?? 0)
    }
    expect(await link(main(page), 'See the parts').getAttribute('href')).toBe('/parts')
    await hydrated(page)
    await page.getByLabel('Part numbers and quantities').fill('HX-933-M8-40 500')
    await button(main(page), 'See prices and stock').click()
    await atPath(page, '/cart')
    await main(page).getByText('Hexagon head screw M8 × 40, DIN 933').first().waitFor()
  })

  // spec: grid
  test('shows the parts in one column, and in three columns from 768 pixels', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    const cards = page.getByRole('article')
    for (const [width, columns] of [
      [375, 1],
      [767, 1],
      [768, 3],
      [1280, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const places = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().left))
      expect(new Set(places).size, `at ${width}`).toBe(columns)
    }
  })

  // spec: card, card-order, price-unit
  test('a card shows all facts of its part and links to its order page', async ({ open, shop }) => {
    const product = await productAt(shop, 0)
    const { page } = await open()
    await page.goto('/')
    const card = page.getByRole('article').filter({ hasText: product.name }).first()
    expect(await card.getByRole('img', { name: product.name }).getAttribute('src')).toBe(product.image)
    const shown = [`${formatPrice(product.price)} per piece`, product.description, 'Minimum order 100 pieces']
    for (const text of [...shown, `${product.quantity.toLocaleString('en-US')} pieces available`]) {
      await card.getByText(text, { exact: true }).waitFor()
    }
    expect(await link(card, 'Order').getAttribute('href')).toBe(`/order/${product._id}`)
  })

  // spec: card
  test('a card shows the whole description and the whole name at every width', async ({
    open,
    shop,
    admin,
  }) => {
    const { image } = await productAt(shop, 0)
    const name = `Sample part ${'with a long name '.repeat(9)}to the end`
    const description = `${'Long words about a part. '.repeat(30)}The end.`
    await shop.addProduct(admin, { name, description, image })
    const { page } = await open()
    await page.goto('/')
    const card = page.getByRole('article').filter({ hasText: name })
    for (const width of [375, 768, 992, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      for (const text of [name, description]) {
        const shown = card.getByText(text, { exact: true })
        const cut = await shown.evaluate((element) => {
          const { bottom } = element.getBoundingClientRect()
          const boxes = [element, element.parentElement, element.closest('article')]
          return boxes.some((box) => box && bottom > box.getBoundingClientRect().bottom + 1)
        })
        expect(cut, `at ${width}: ${text.slice(0, 20)}`).toBe(false)
      }
    }
  })

  // spec: statistics, counters
  test('the statistics count up for one second', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    const numbers = page.locator('#numbers')
    expect(await textsOf(numbers.getByRole('definition'))).toEqual(['120 M+', '33 K+', '100', '100+'])
    const countedMs = await numbers.evaluate(async (section) => {
      const shown = section.querySelector('dd span')
      const times: number[] = []
      const observer = new MutationObserver(() => times.push(performance.now()))
      if (shown) observer.observe(shown, { characterData: true, childList: true, subtree: true })
      section.scrollIntoView()
      while (times.length < 2 || shown?.textContent !== '120') await new Promise(requestAnimationFrame)
      return (times.at(-1) ?? 0) - (times[0] ?? 0)
    })
    expect(countedMs).toBeGreaterThan(700)
    expect(countedMs).toBeLessThan(1300)
  })

  // spec: carousel, slide
  test('the carousel moves automatically, by arrows and by dots', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'TESTIMONIAL' })
    const current = () => carousel.locator('[aria-current]').getAttribute('aria-label')
    await carousel.scrollIntoViewIfNeeded()
    await expect.poll(current).toBe('Show slide 2')
    await button(carousel, 'Next slide').click()
    await expect.poll(current).toBe('Show slide 3')
    await button(carousel, 'Previous slide').click()
    await expect.poll(current).toBe('Show slide 2')
    await button(carousel, 'Show slide 1').click()
    await expect.poll(current).toBe('Show slide 1')
    const slide = carousel.locator('[aria-roledescription="slide"]').nth(1)
    await slide.getByRole('img', { name: '4.5 out of 5' }).waitFor()
    await slide.getByRole('img', { name: 'Avatar' }).waitFor()
    await slide.getByText('Sample customer 2', { exact: true }).waitFor()
  })
})

// spec: blog-questions
test('the blog opens one of its six answers at a time', async ({ open }) => {
  const { page } = await open()
  await page.goto('/blog')
  const answers = page.locator('details')
  expect(await textsOf(answers.getByRole('heading'))).toEqual(questions.map(({ question }) => question))
  expect(questions).toHaveLength(6)
  for (const index of [0, 5]) {
    await answers.nth(index).locator('summary').click()
    expect(await page.locator('details[open]').count()).toBe(1)
    expect(await answers.nth(index).locator('p').first().isVisible()).toBe(true)
  }
})

// spec: page-portfolio
test('the portfolio has personal details and three projects, and nothing that is still to be filled in', async ({
  open,
}) => {
  const { page } = await open()
  await page.goto('/portfolio')
  expect(await textsOf(main(page).getByRole('term'))).toEqual(['Name', 'Designation', 'Email', 'Town'])
  const links = main(page).getByRole('link')
  const targets = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect(targets).toEqual(['/parts', '/cart', '/api/docs'])
  for (const target of targets) expect((await page.request.get(String(target))).status()).toBe(200)
  for (const path of ['/', '/portfolio', '/terms', '/imprint', '/blog']) {
    await page.goto(path)
    expect(await main(page).innerText(), path).not.toMatch(/\[[^\]]*\]|placeholder|lorem/i)
  }
})

describe('signing in', () => {
  // spec: page-login, login-form, login-required, sign-in-error
  test('has its fields and links, and shows the error of the service in red', async ({ open }) => {
    const browserWindow = await open()
    browserWindow.expectErrors(/^401 POST \/api\/auth\/sign-in\/email$/)
    const { page } = browserWindow
    await page.goto('/login')
    expect(await link(main(page), 'Forgot Password').getAttribute('href')).toBe('/forgotpass')
    expect(await link(main(page), 'Register').getAttribute('href')).toBe('/register')
    await button(main(page), 'Continue with Google').waitFor()
    for (const label of ['Email', 'Password']) {
      expect(await main(page).getByLabel(label).getAttribute('required'), label).not.toBe(null)
    }
    expect(await main(page).getByLabel('Email').getAttribute('type')).toBe('email')
    await fillLogin(page, { email: 'nobody@example.com', password: 'not the password' })
    await main(page)
      .getByRole('alert')
      .getByText(/^Error: \S/)
      .waitFor()
  })

  // spec: page-register, register-form, register-required
  test('registering requires name, email, password and the terms', async ({ open }) => {
    const { page } = await open()
    await page.goto('/register')
    const register = button(main(page), 'Register')
    await main(page).getByLabel('I accept the terms').check()
    await expect.poll(() => register.isEnabled()).toBe(true)
    for (const label of ['Full name', 'Email', 'Password']) {
      expect(await main(page).getByLabel(label).getAttribute('required'), label).not.toBe(null)
    }
    await register.click()
    expect(
      await main(page)
        .getByLabel('Full name')
        .evaluate((field) => field.matches(':invalid')),
    ).toBe(true)
    await main(page).getByLabel('I accept the terms').uncheck()
    expect(await register.isDisabled()).toBe(true)
  })

  // spec: page-forgotpass, forgot-form, success-toasts, forgot-required
  test('the forgot-password form sends a mail', async ({ open }) => {
    const { page } = await open()
    await page.goto('/forgotpass')
    expect(await main(page).getByLabel('Email').getAttribute('required')).not.toBe(null)
    await main(page).getByLabel('Email').fill('nobody@example.com')
    await button(main(page), 'Send email for reset password').click()
    const { shownMs } = await toastDuration(page, 'Mail has been sent')
    expect(shownMs).toBeGreaterThan(1500)
    expect(shownMs).toBeLessThan(3500)
  })
})
