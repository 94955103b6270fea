import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { partPath } from '#features/catalog/paths.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, fillLogin, heading, hydrated, link, main, pathOf, quantityOf } from './steps.ts'

const SKU = 'HX-933-M8-40'

const NAME = 'Hexagon head screw M8 × 40, DIN 933'

const total = (page: Page) => main(page).locator('output')

/** The current price break in the table of prices. */
const currentBreak = (page: Page) =>
  page.getByRole('table', { name: 'Prices by quantity' }).locator('tr[aria-current]')

const sentence = (page: Page, text: string) => main(page).getByText(text, { exact: true })

describe('the page of a part', () => {
  test('shows a visitor what it is, what it costs and where it is', async ({ open }) => {
    const { page } = await open()
    await page.goto(partPath(SKU))
    await heading(page, NAME).waitFor()
    expect(await page.title()).toBe(`${NAME} · ${SKU} · Parts Shop`)
    await main(page).getByRole('img', { name: NAME }).waitFor()
    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
    expect(await breadcrumbs.evaluateAll((links) => links.map((each) => each.getAttribute('href')))).toEqual([
      '/parts',
      '/parts/fasteners',
      '/parts/hexagon-screws',
    ])
    // One rule for all pages: a navigation is underlined under the pointer only, a link in a text always.
    const underline = (of: Locator) =>
      of.first().evaluate((each) => getComputedStyle(each).textDecorationLine)
    const sheetLink = link(main(page), 'Data sheet (PDF)')
    const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })
    expect(await Promise.all([breadcrumbs, footer, sheetLink].map(underline))).toEqual([
      'none',
      'none',
      'underline',
    ])
    const facts = page.getByRole('table', { name: 'Facts about this part' })
    expect(await link(facts, 'M8').getAttribute('href')).toBe('/parts/hexagon-screws?thread=M8')
    expect(await link(facts, '40 mm').first().getAttribute('href')).toBe('/parts/hexagon-screws?length=40')
    const sheet = link(main(page), 'Data sheet (PDF)')
    expect(await sheet.getAttribute('href')).toBe(`/api/part/${SKU}/data-sheet.pdf`)
    expect(await currentBreak(page).innerText()).toMatch(/^100\s+\(your quantity\)\s+\$0.0687\s+\$6.87\s+–$/)
  })

  test('says why it has no 3-D model, and shows a similar part until its drawing is made', async ({
    open,
  }) => {
    const { page } = await open()
    await page.goto(partPath('RV-15977-4-10'))
    await main(page)
      .getByText(/^There is no 3-D model of this kind of part yet\./)
      .waitFor()
    expect(await button(page, '3-D view').count()).toBe(0)
    let draw = () => {}
    const drawn = new Promise<void>((resolve) => {
      draw = resolve
    })
    await page.route('**/drawings/*?opened', async (route) => {
      await drawn
      await route.continue()
    })
    await page.goto(partPath(SKU), { waitUntil: 'commit' })
    const note = main(page).getByText('Being drawn. You may see a similar part.')
    await note.waitFor()
    const standIn = main(page).locator(`img[src="/drawings/${SKU}.svg"]`)
    expect(await standIn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    draw()
    await note.waitFor({ state: 'detached' })
  })

  test('prices the quantity while it is typed, and says what the next price break brings', async ({
    open,
  }) => {
    const { page } = await open()
    await page.goto(partPath(SKU))
    await hydrated(page)
    expect(await total(page).innerText()).toBe('$6.87')
    await sentence(page, '400 more and each costs $0.0639').waitFor()
    await quantityOf(page).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => quantityOf(page).inputValue()).toBe('150')
    expect(await total(page).innerText()).toBe('$10.31')
    await sentence(page, '350 more and each costs $0.0639').waitFor()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('2,400')
    await sentence(page, '100 more and each costs $0.0594').waitFor()
    expect(await total(page).innerText()).toBe('$153.36')
    await expect.poll(() => currentBreak(page).innerText()).toMatch(/^500\s/)
    await button(main(page), 'Take 2,500').press('Enter')
    expect(await quantityOf(page).inputValue()).toBe('2500')
    expect(await total(page).innerText()).toBe('$148.50')
    await quantityOf(page).fill('240000')
    await expect.poll(() => currentBreak(page).innerText()).toMatch(/^50,000\s/)
    expect(await main(page).getByText('more and each costs').count()).toBe(0)
  })

  test('leads after the sign-in to the order page with that quantity, which a reload keeps', async ({
    open,
    shop,
  }) => {
    const { email, password } = await shop.register()
    const { _id } = await partOf(shop, SKU)
    const { page } = await open()
    await page.goto(partPath(SKU))
    await quantityOf(page).fill('99')
    await main(page).getByText('An order has at least 100 pieces.').waitFor()
    expect(await total(page).innerText()).toBe('–')
    await button(main(page), 'Order').click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('quantity')
    expect(pathOf(page)).toBe(partPath(SKU))
    await quantityOf(page).fill('1,500')
    await button(main(page), 'Order').click()
    await atPath(page, '/login')
    await fillLogin(page, { email, password })
    await atPath(page, `/order/${_id}`)
    await button(main(page), 'Place order · $95.85').waitFor()
    expect(await quantityOf(page).inputValue()).toBe('1500')
    await quantityOf(page).fill('700')
    await page.reload()
    await button(main(page), 'Place order · $44.73').waitFor()
    expect(await quantityOf(page).inputValue()).toBe('700')
    for (const none of ['50', '999999999']) {
      await quantityOf(page).fill(none)
      await button(main(page), 'Place order').waitFor()
      expect(await total(page).innerText()).toBe('–')
    }
    await quantityOf(page).fill('some')
    await expect.poll(() => total(page).innerText()).toBe('–')
  })

  test('leads to its neighbours in size and marks itself among them', async ({ open }) => {
    const { page } = await open()
    await page.goto(partPath(SKU))
    const sizes = page.getByRole('table', { name: /in other sizes$/ })
    expect(await sizes.locator('[aria-current=page]').innerText()).toContain('$0.0687')
    const other = 'Hexagon head screw M8 × 16, DIN 933'
    await quantityOf(page).fill('500')
    await sizes.getByRole('link', { name: other }).click()
    await heading(page, other).waitFor()
    expect(pathOf(page)).toBe('/part/hx-933-m8-16')
    expect(await quantityOf(page).inputValue()).toBe('100')
    await sizes.getByRole('link', { name: NAME }).click()
    await heading(page, NAME).waitFor()
  })

  test('works without scripts: everything can be read, and the form leads to the order page', async ({
    open,
    shop,
  }) => {
    const { _id } = await partOf(shop, SKU)
    const { page, expectErrors } = await open({ javaScriptEnabled: false })
    expectErrors(/^csp GET \/assets\//)
    await page.goto(partPath(SKU))
    expect(await total(page).innerText()).toBe('$6.87')
    expect(await page.getByRole('table').count()).toBe(3)
    await quantityOf(page).fill('500')
    await button(main(page), 'Order').click()
    await atPath(page, `/order/${_id}`)
    expect(await quantityOf(page).inputValue()).toBe('500')
  })
})

describe('the address of a part', () => {
  test('has the part number in lower case, and other spellings redirect to it', async ({ shop }) => {
    const { status, headers } = await fetch(`${shop.url}/part/${SKU}`, { redirect: 'manual' })
    expect([status, headers.get('Location')]).toEqual([308, partPath(SKU)])
  })

  test('can have a part number with slashes and dots', async ({ open, shop, admin }) => {
    const part = await shop.addProduct(admin, {
      sku: 'A/B-12.5/..',
      name: 'Sample part with slashes',
      image: '/favicon.ico',
    })
    expect(partPath(part.sku)).toBe('/part/a%2fb-12.5%2f..')
    const { page } = await open()
    await page.goto('/parts?sort=newest')
    await main(page).getByRole('link', { name: part.name, exact: true }).click()
    await heading(page, part.name).waitFor()
    expect(pathOf(page)).toBe(partPath(part.sku))
    expect((await page.reload())?.status()).toBe(200)
    await heading(page, part.name).waitFor()
    const canonical = page.locator('link[rel=canonical]')
    expect(new URL(String(await canonical.getAttribute('href'))).pathname).toBe(partPath(part.sku))
  })

  test('of an unknown or archived part is 404', async ({ open, shop, admin }) => {
    const part = await shop.addProduct(admin, { name: 'Sample part to archive' })
    expect((await shop.call('DELETE', `/api/product/${part._id}`, { as: admin })).status).toBe(200)
    const { page, expectErrors } = await open()
    expectErrors(/^404 GET \/part\//)
    for (const sku of [part.sku, 'nowhere']) {
      expect((await page.goto(partPath(sku)))?.status()).toBe(404)
      await heading(page, 'Page not found').waitFor()
    }
    await page.goto('/part/hx-933-m8-41')
    await main(page)
      .getByRole('link', { name: /^HX-933-M8-40, / })
      .click()
    await heading(page, NAME).waitFor()
  })
})

test('every kind of part fits every width and is accessible', async ({ open, shop, admin }) => {
  const category = 'sample-of-many'
  const attributes = Array.from({ length: 40 }, (_, n) => ({
    key: `k${n}`,
    label: `Attribute ${n}`,
    kind: 'text',
  }))
  await shop.call('PUT', `/api/category/${category}`, { as: admin, body: { name: 'Sample', attributes } })
  const word = 'w'.repeat(190)
  const samples: Record<string, unknown>[] = [
    { name: word, sku: 'S'.repeat(64), description: word.repeat(10), price: 100_000, quantity: 1_000_000 },
    { name: 'Sample part that is sold out', quantity: 60 },
    { name: 'Sample part with few left', quantity: 320 },
    {
      name: 'Sample part with 40 attributes and high prices',
      category,
      attributes: Object.fromEntries(attributes.map(({ key }) => [key, word.slice(0, 100)])),
      price: undefined,
      prices: [100, 1_000_000].map((from, at) => ({ from, price: 100_000 - at })),
      quantity: 1_000_000_000,
    },
  ]
  const skus = [SKU]
  for (const sample of samples) skus.push((await shop.addProduct(admin, sample)).sku)
  const { page, expectErrors } = await open({ reducedMotion: 'reduce' })
  expectErrors(/^404 GET \/drawings\/sample\.svg(\?opened)?$/)
  for (const sku of skus) {
    await page.goto(partPath(sku))
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const width of [320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement
        return Math.max(0, scrollWidth - clientWidth)
      })
      expect(overflow, `${sku} at ${width}`).toBe(0)
    }
    expect(await axeViolations(page), sku).toEqual([])
  }
}, 120_000)

const partOf = async (shop: RunningShop, sku: string): Promise<{ _id: string }> =>
  (await shop.call('GET', `/api/part/${sku}`)).body
