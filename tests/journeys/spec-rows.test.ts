import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { questions } from '#features/site/content/questions.tsx'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { test } from './journey.ts'
import {
  accessToken,
  atPath,
  button,
  fillLogin,
  fillOrder,
  heading,
  link,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
} from './steps.ts'

const textsOf = (locator: Locator): Promise<string[]> => locator.allTextContents()

describe('the frame', () => {
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

  test('links a signed-in user to the Dashboard too', async ({ open, shop }) => {
    const { page } = await open({ as: await shop.register() })
    await page.goto('/')
    await button(page, 'Logout').waitFor()
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
    expect(await textsOf(links)).toEqual(['Home', 'Parts', 'Blog', 'Portfolio', 'Dashboard'])
    await link(page.getByRole('banner'), 'Dashboard').click()
    await atPath(page, '/dashboard')
  })

  test('shows the 404 image for an unknown path', async ({ open }) => {
    const browserWindow = await open()
    browserWindow.expectErrors(/^404 GET \/nowhere$/)
    expect((await browserWindow.page.goto('/nowhere'))?.status()).toBe(404)
    await browserWindow.page.getByRole('img', { name: /^404/ }).waitFor()
  })
})

describe('home', () => {
  test('has the banner, the sections, the skills and the testimonials', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    await heading(page, 'Healthy Food').waitFor()
    await main(page).getByText('Grow your strength', { exact: true }).waitFor()
    expect(await link(main(page), 'Read More').getAttribute('href')).toBe('/')
    const titles = await textsOf(main(page).getByRole('heading', { level: 2 }))
    expect(titles).toEqual(['Welcome', 'Featured Products', 'TESTIMONIAL', 'Skills', 'The shop in numbers'])
    for (const name of ['HTML', 'CSS', 'JavaScript', 'PHP', 'React', 'Express']) {
      const bar = page.getByRole('progressbar', { name, exact: true })
      expect(Number(await bar.getAttribute('value')), name).toBeGreaterThan(0)
    }
  })

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

  test('the carousel moves automatically, by arrows and by dots', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    const carousel = page.getByRole('region', { name: 'TESTIMONIAL' })
    const current = () => carousel.locator('[aria-current]').getAttribute('aria-label')
    await carousel.scrollIntoViewIfNeeded()
    await expect.poll(current, { timeout: 8000 }).toBe('Show slide 2')
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

test('the portfolio has personal details and three projects', async ({ open }) => {
  const { page } = await open()
  await page.goto('/portfolio')
  expect(await main(page).getByRole('term').count()).toBeGreaterThan(2)
  expect(await main(page).getByRole('link').count()).toBe(3)
})

describe('signing in', () => {
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

describe('the order page', () => {
  test('shows the part, and fields that a customer cannot choose are read-only', async ({ open, shop }) => {
    const product = await productAt(shop, 0)
    const { page } = await open({ as: await shop.register() })
    await page.goto(`/order/${product._id}`)
    await heading(page, product.name).waitFor()
    await main(page).getByRole('img', { name: product.name }).waitFor()
    for (const text of [product._id, product.description])
      await main(page).getByText(text, { exact: true }).waitFor()
    await main(page)
      .getByRole('cell', { name: `${formatPrice(product.price)} per piece`, exact: true })
      .waitFor()
    const form = page.getByRole('form', { name: 'Order' })
    for (const label of ['Product name', 'Price', 'Name', 'Email']) {
      expect(await form.getByLabel(label, { exact: true }).getAttribute('readonly'), label).not.toBe(null)
    }
    expect(await form.getByLabel('Quantity').getAttribute('placeholder')).toBe('Minimum 100 pieces')
    await placeOrder(page).click()
    await form.getByText('The phone number is required.').waitFor()
    await form.getByText('The address is required.').waitFor()
  })

  test('shows a toast below the minimum for four seconds, and at most twenty toasts', async ({
    open,
    shop,
  }) => {
    const product: Product = await productAt(shop, 0)
    const { page } = await open({ as: await shop.register() })
    await page.goto(`/order/${product._id}`)
    await fillOrder(page, 99)
    await placeOrder(page).click()
    const { shownMs, leavingMs } = await toastDuration(page, 'Quantity should be greater then 100')
    expect(shownMs).toBeGreaterThan(3500)
    expect(shownMs).toBeLessThan(5500)
    expect(leavingMs).toBeGreaterThan(700)
    expect(leavingMs).toBeLessThan(2000)
    for (let count = 0; count < 24; count += 1) {
      await page.getByLabel('Quantity').fill('99')
      await page.getByLabel('Quantity').press('Enter')
    }
    expect(await page.locator('.toast:not(.leaving)').count()).toBeLessThanOrEqual(20)
    expect(await accessToken(page)).not.toBe(null)
  })
})

test('the payment page summarizes the order, and Pay is disabled until the intent is ready', async ({
  open,
  shop,
}) => {
  const customer = await shop.register({ name: 'Sample Payer' })
  const product = await productAt(shop, 0)
  const order = await shop.order(customer, product, 250)
  const { page } = await open({ as: customer })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/create-payment-intent', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${order._id}`)
  const summary = main(page).getByRole('region', { name: 'Order' })
  const facts = [product.name, 'Sample Payer', '250 pieces', formatTotal(order.totalPrice)]
  for (const fact of facts) await summary.getByText(fact, { exact: true }).waitFor()
  await page.getByLabel('Card number').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  release()
  await expect.poll(() => payButton(page).isEnabled(), { timeout: 5000 }).toBe(true)
  await page.goto('/dashboard/myorders')
  await rowOf(page, product.name).waitFor()
  const columns = ['#', 'Id', 'Product', 'Quantity', 'Price', 'Payment', 'Cancel']
  expect(await textsOf(main(page).getByRole('columnheader'))).toEqual(columns)
})

/** How long a toast is visible, and how long it takes to disappear. */
async function toastDuration(page: Page, text: string): Promise<{ shownMs: number; leavingMs: number }> {
  const card = page.locator('.toast').filter({ hasText: text })
  await card.waitFor()
  const shownAtMs = performance.now()
  await page.locator('.toast.leaving').waitFor({ state: 'attached' })
  const leavingAtMs = performance.now()
  await card.waitFor({ state: 'detached' })
  return { shownMs: leavingAtMs - shownAtMs, leavingMs: performance.now() - leavingAtMs }
}
