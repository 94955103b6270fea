import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { importScrews, manyScrews, SCREWS } from '../support/many-screws.ts'
import { samplePart } from '../support/sample-product.ts'
import { axeViolations, setWidth } from './axe.ts'
import { test as base } from './journey.ts'
import { button, heading, hydrated, isFocused, link, main } from './steps.ts'

/** The page of a category of many screws. */
const test = base.extend('screws', { scope: 'file' }, async ({ shop, admin }) => {
  await importScrews(shop, admin)
  return `/parts/${SCREWS}`
})

const COUNT = manyScrews().length

/** The link of the cell of these sizes in the first section, by how its name begins. */
const cell = (page: Page, sizes: string) =>
  main(page)
    .getByRole('link', { name: new RegExp(`^${sizes}, `) })
    .first()

const searchOf = (page: Page): string => new URL(page.url()).search

const count = (page: Page) => main(page).locator('.browse-count').textContent()

const isGrid = (page: Page) => page.locator('.parts-grid').isVisible()

test('many parts are a grid by size; a cell leads to its part, and Back to the grid', async ({
  open,
  screws,
}) => {
  const { page } = await open()
  await page.goto(screws)
  await heading(page, 'Screws').waitFor()
  expect([await isGrid(page), await count(page)]).toEqual([true, `${COUNT} parts`])
  expect(await cell(page, 'M8 × 40').textContent()).toMatch(/^M8 × 40, \$0\.\d+ only 320 in stock$/)
  expect(await cell(page, 'M8 × 45').textContent()).toMatch(/ Sold out$/)
  await hydrated(page)
  await cell(page, 'M8 × 50').click()
  await heading(page, 'Hexagon screw M8 × 50, Steel 8.8 zinc plated').waitFor()
  await page.goBack()
  await heading(page, 'Screws').waitFor()
  expect([await isGrid(page), searchOf(page)]).toEqual([true, ''])
})

test('the table is one click away; filters, pages and sorting keep it, and Back leads to the grid', async ({
  open,
  screws,
}) => {
  const { page } = await open()
  await page.goto(screws)
  const views = page.getByRole('navigation', { name: 'View' })
  await link(views, 'Table').click()
  await page.waitForURL((url) => url.search === '?view=table')
  await page.getByRole('table', { name: 'Screws' }).waitFor()
  await page.getByRole('checkbox', { name: /^Brass/ }).check()
  await page.waitForURL((url) => url.search === '?material=Brass&view=table')
  await link(main(page), 'Next parts').click()
  await page.waitForURL((url) => url.search === '?material=Brass&view=table&page=2')
  await page.getByRole('columnheader', { name: 'Price', exact: true }).getByRole('link').click()
  await page.waitForURL((url) => url.search === '?material=Brass&sort=price&view=table')
  await link(views, 'Grid').click()
  await page.waitForURL((url) => url.search === '?material=Brass&view=grid')
  await page.locator('.parts-grid').waitFor()
  await page.getByRole('checkbox', { name: /^M4/ }).check()
  await page.waitForURL((url) => url.search === '?thread=M4&material=Brass&view=grid')
  await expect.poll(() => count(page)).toMatch(/^\d+ of \d+ parts$/)
  expect(await isGrid(page)).toBe(true)
  for (let steps = 0; steps < 6; steps += 1) await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await expect.poll(() => isGrid(page)).toBe(true)
})

test('search engines are told one address of both views', async ({ shop, screws }) => {
  const headOf = async (search: string) => {
    const html = await (await fetch(shop.url + screws + search)).text()
    const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? []
    return canonical?.replace(/^https?:\/\/[^/]*/, '')
  }
  for (const search of ['', '?view=grid', '?view=table'])
    expect([search, await headOf(search)]).toEqual([search, screws])
  expect(await headOf('?view=table&page=2')).toBe(`${screws}?page=2`)
  expect(await headOf('?view=grid&material=Brass')).toBe(undefined)
})

test('arrow keys move between the cells of a table, over gaps; Enter opens the part', async ({
  open,
  screws,
}) => {
  const { page } = await open()
  await page.goto(screws)
  await hydrated(page)
  await cell(page, 'M3 × 20').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  expect(await isFocused(cell(page, 'M4 × 25'))).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  expect(await isFocused(cell(page, 'M3 × 20'))).toBe(true)
  // The first cell of the row stays.
  await page.keyboard.press('ArrowLeft')
  expect(await isFocused(cell(page, 'M3 × 20'))).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isFocused(cell(page, 'M4 × 20'))).toBe(true)
  await page.keyboard.press('Enter')
  await heading(page, 'Hexagon screw M4 × 20, Steel 8.8 zinc plated').waitFor()
})

test('several parts of the same sizes are one cell that leads to the table of them', async ({
  open,
  shop,
  admin,
  screws,
}) => {
  const attributes = { thread: 'M24', length: 200, material: 'Steel', strength: '8.8', finish: 'Zinc plated' }
  const part = {
    ...samplePart({
      sku: 'HX-BOXED',
      name: 'Boxed screw',
      category: SCREWS,
      image: '/drawings/HX-933-M8-40.svg',
    }),
    attributes,
  }
  const { body } = await shop.call('POST', '/api/product', { body: part, as: admin })
  const { page } = await open()
  await page.goto(screws)
  await hydrated(page)
  expect(await cell(page, 'M24 × 200').textContent()).toBe('M24 × 200, from $0.0425 2 parts')
  await cell(page, 'M24 × 200').click()
  await expect.poll(() => count(page)).toBe(`2 of ${COUNT + 1} parts`)
  expect(searchOf(page)).toMatch(
    /^\?material=Steel&strength=8\.8&finish=Zinc\+plated&length=200&thread=M24&view=table$/,
  )
  await shop.call('DELETE', `/api/product/${body._id}`, { as: admin })
})

test('on a phone a part says no unit of a size that it lacks', async ({ open, shop, admin, screws }) => {
  const part = { ...samplePart({ sku: 'HX-BARE', name: 'Screw without a length', category: SCREWS }) }
  const { body } = await shop.call('POST', '/api/product', {
    body: { ...part, image: '/drawings/HX-933-M8-40.svg', attributes: { thread: 'M8', material: 'Steel' } },
    as: admin,
  })
  const { page } = await open({ viewport: { width: 375, height: 800 } })
  await page.goto(`${screws}?view=table`)
  const row = page.getByRole('row').filter({ hasText: 'HX-BARE' })
  const isShown = (label: string) => row.locator(`[data-label="${label}"]`).isVisible()
  await row.waitFor()
  expect([await isShown('Thread'), await isShown('Length')]).toEqual([true, false])
  await shop.call('DELETE', `/api/product/${body._id}`, { as: admin })
})

test('works without scripts', async ({ open, screws }) => {
  const { page, expectErrors } = await open({ javaScriptEnabled: false })
  expectErrors(/^csp GET \/assets\//)
  await page.goto(screws)
  await link(page.getByRole('navigation', { name: 'Sections' }), 'Brass, Plain').click()
  expect(new URL(page.url()).hash).toBe('#grid-4')
  await cell(page, 'M8 × 50').click()
  await heading(page, 'Hexagon screw M8 × 50, Steel 8.8 zinc plated').waitFor()
  await page.goBack()
  await link(page.getByRole('navigation', { name: 'View' }), 'Table').click()
  expect(searchOf(page)).toBe('?view=table')
  await page.getByRole('checkbox', { name: /^Brass/ }).check()
  await button(page, `Show ${COUNT} parts`).click()
  expect(searchOf(page)).toBe('?material=Brass&view=table')
})

describe('every width', { timeout: 120_000 }, () => {
  test('shows the sizes of the rows while only the grid scrolls sideways, and is accessible', async ({
    open,
    screws,
  }) => {
    const { page } = await open({ reducedMotion: 'reduce', viewport: { width: 375, height: 800 } })
    await page.goto(screws)
    for (const width of [320, 375, 768, 1024, 1280, 1920]) {
      await setWidth(page, width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await setWidth(page, 375)
    const scroller = page.locator('.grid-scroller').nth(1)
    const leftOfRow = () =>
      scroller
        .getByRole('rowheader')
        .first()
        .evaluate((head) => head.getBoundingClientRect().x)
    const before = await leftOfRow()
    await scroller.evaluate((box) => box.scrollTo(300, 0))
    expect([await scroller.evaluate((box) => box.scrollLeft), await leftOfRow()]).toEqual([300, before])
    expect(await axeViolations(page)).toEqual([])
  })

  test('keeps the heads of the columns in view on a desktop', async ({ open, screws }) => {
    const { page } = await open({ viewport: { width: 1280, height: 800 } })
    await page.goto(screws)
    const table = page.locator('.grid-scroller table').nth(1)
    const corner = table.locator('thead th').first()
    await table
      .locator('tbody tr')
      .nth(4)
      .evaluate((row) => row.scrollIntoView({ block: 'start' }))
    const { x, y, width, height } = await corner.evaluate((head) => head.getBoundingClientRect().toJSON())
    expect(y).toBe(0)
    // Nothing lies above it.
    const shown = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest('thead') !== null,
      [x + width / 2, y + height / 2] as const,
    )
    expect(shown).toBe(true)
  })
})
