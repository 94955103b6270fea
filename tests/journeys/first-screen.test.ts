import { describe, expect } from 'vitest'
import { loaded } from '../support/browser.ts'
import { test } from './journey.ts'
import { boxOf, button, hydrated, isFocused, main } from './steps.ts'

const PATHS = [
  '/',
  '/parts/fasteners',
  '/parts?q=steel',
  '/parts?q=nothing-has-this-name',
  '/part/hx-933-m8-40',
  '/cart',
  '/dashboard/myorders',
]

test('the logo and the cart stand still from page to page, however wide and high the page is', {
  timeout: 150_000,
}, async ({ open, shop }) => {
  const customer = await shop.register()
  const { page } = await open({ as: customer })
  // A first visit may keep the fallback of the font.
  await page.goto('/')
  await loaded(page)
  // Some pages have a scrollbar in a low window only.
  for (const width of [1280, 1920])
    for (const height of [500, 2400]) {
      await page.setViewportSize({ width, height })
      const places: Record<string, string[]> = {}
      for (const path of PATHS) {
        await page.goto(path)
        await loaded(page)
        const banner = page.getByRole('banner')
        const logo = await boxOf(banner.getByRole('link').first())
        const cart = await boxOf(banner.getByRole('link', { name: /^Cart/ }))
        const place = `${logo.x} ${cart.x}`
        places[place] = [...(places[place] ?? []), path]
      }
      expect(Object.values(places), `${width} × ${height}`).toEqual([PATHS])
    }
})

describe('the first screen', () => {
  for (const path of [
    '/parts/hexagon-screws',
    '/parts/hexagon-screws?thread=M8&length=..80',
    '/parts/fasteners',
    '/parts?q=m8',
  ]) {
    test(`has the first rows of ${path}, each of one height`, async ({ open }) => {
      const { page } = await open({ viewport: { width: 1280, height: 900 } })
      await page.goto(path)
      await loaded(page)
      const rows = await main(page)
        .locator('.parts-table tbody tr')
        .evaluateAll((all) =>
          all.map((row) => row.getBoundingClientRect()).map(({ y, height }) => [y, height]),
        )
      expect(rows[0]?.[0]).toBeLessThanOrEqual(320)
      expect([...new Set(rows.map(([, height]) => height))]).toEqual([40])
    })
  }

  test('shows the first rows after a filter far down, which keeps its place', async ({ open }) => {
    const { page } = await open({ viewport: { width: 1280, height: 600 }, reducedMotion: 'reduce' })
    await page.goto('/parts/fasteners')
    await hydrated(page)
    const panel = page.locator('.filters')
    // The last filter is reached without the page.
    const last = panel.getByRole('checkbox').last()
    await last.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)
    await page.evaluate(() => scrollTo(0, 700))
    await expect.poll(async () => (await boxOf(panel)).y).toBeLessThan(20)
    const { y } = await boxOf(last)
    await last.check()
    await page.waitForURL((url) => url.search !== '')
    await expect.poll(() => page.getByRole('list', { name: 'Chosen filters' }).count()).toBe(1)
    const first = await boxOf(main(page).locator('.parts-table tbody tr').first())
    expect(first.y).toBeGreaterThan(0)
    expect(first.y).toBeLessThan(320)
    expect(Math.abs((await boxOf(last)).y - y)).toBeLessThan(200)
  })
})

test('a row offers what can be ordered instead of a quantity that cannot', async ({ open }) => {
  const { page } = await open()
  await page.goto('/parts/hexagon-screws')
  await hydrated(page)
  const sku = await main(page).getByRole('rowheader').locator('.font-mono').first().textContent()
  const field = page.getByLabel(`Quantity of ${sku}`)
  await field.fill('50')
  await main(page).getByText('min. 100').waitFor()
  const row = main(page).getByRole('row').filter({ has: field })
  expect((await boxOf(row)).height).toBe(40)
  await button(row, 'Take 100').click()
  expect([await field.inputValue(), await isFocused(field)]).toEqual(['100', true])
  await row.getByRole('button', { name: `Add ${sku} to the cart` }).waitFor()
})
