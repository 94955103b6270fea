import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, heading, hydrated, isFocused, link, main } from './steps.ts'

const SCREWS = '/parts/hexagon-screws'

/** The part numbers of the table, in its sequence. */
const partsOf = (page: Page) => main(page).getByRole('rowheader').locator('.font-mono').allTextContents()

const searchOf = (page: Page): string => new URL(page.url()).search

const option = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}\\b`) })

const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' })

const count = (page: Page) => main(page).locator('.browse-count').textContent()

describe('the catalogue', () => {
  test('leads from the main categories to a category and to a part', async ({ open }) => {
    const { page } = await open()
    await page.goto('/parts')
    await page.getByText('60 parts in 19 categories.').waitFor()
    await page.getByRole('link', { name: /^Hexagon screws/ }).click()
    await heading(page, 'Hexagon screws').waitFor()
    expect((await partsOf(page)).length).toBe(5)
    const trail = page.getByRole('navigation', { name: 'Breadcrumbs' })
    const described = await page.locator('script[type="application/ld+json"]').allTextContents()
    const data = described.map((text) => JSON.parse(text)).find((each) => each['@type'] === 'BreadcrumbList')
    expect(data?.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      'Parts',
      'Fasteners',
      'Hexagon screws',
    ])
    await link(trail, 'Fasteners').click()
    await heading(page, 'Fasteners').waitFor()
    expect(await count(page)).toBe('30 parts')
    expect(await main(page).locator('.category-tile').count()).toBe(7)
  })

  test('answers an unknown category with 404 and the nearest names', async ({ open }) => {
    const { page, expectErrors } = await open()
    expectErrors(/^404 GET \/parts\/hexagon-screw$/)
    expect((await page.goto('/parts/hexagon-screw'))?.status()).toBe(404)
    expect(await page.title()).toBe('Page not found · Parts Shop')
    await link(main(page), 'Hexagon screws').click()
    await heading(page, 'Hexagon screws').waitFor()
  })
})

describe('the filters of a category', () => {
  test('change the address and the rows at once; Back and Forward are exact', async ({ open }) => {
    const { page } = await open()
    await page.goto(SCREWS)
    const all = await partsOf(page)
    await option(page, 'M8').check()
    await expect.poll(() => count(page)).toBe('3 of 5 parts')
    expect(await isFocused(option(page, 'M8'))).toBe(true)
    await option(page, 'M12').check()
    await expect.poll(() => count(page)).toBe('4 of 5 parts')
    expect(searchOf(page)).toBe('?thread=M8&thread=M12')
    expect(await chips(page).textContent()).toContain('Thread')
    const both = await partsOf(page)
    await page.goBack()
    await expect.poll(() => count(page)).toBe('3 of 5 parts')
    expect([await option(page, 'M8').isChecked(), await option(page, 'M12').isChecked()]).toEqual([
      true,
      false,
    ])
    await page.goBack()
    await expect.poll(() => partsOf(page)).toEqual(all)
    expect(await option(page, 'M8').isChecked()).toBe(false)
    await page.goForward()
    await page.goForward()
    await expect.poll(() => partsOf(page)).toEqual(both)
    expect([await option(page, 'M8').isChecked(), await option(page, 'M12').isChecked()]).toEqual([
      true,
      true,
    ])
  })

  test('loses no change, however quickly they follow each other', async ({ open }) => {
    const { page } = await open()
    await page.goto(SCREWS)
    await page.route('**/*.data?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    for (const name of ['M8', 'M12', 'M16']) await option(page, name).check()
    await page.waitForURL((url) => url.search === '?thread=M8&thread=M12&thread=M16')
    await expect.poll(() => count(page)).toBe('5 of 5 parts')
    for (const name of ['M8', 'M12', 'M16']) expect(await option(page, name).isChecked()).toBe(true)
  })

  test('are removed one by one or all at once', async ({ open }) => {
    const { page } = await open()
    await page.goto(`${SCREWS}?thread=M8&thread=M12&length=..30&sort=sku`)
    expect(await count(page)).toBe('2 of 5 parts')
    await chips(page).getByRole('link', { name: 'Remove Length up to 30 mm' }).click()
    await page.waitForURL((url) => url.search === '?thread=M8&thread=M12&sort=sku')
    await expect.poll(() => count(page)).toBe('4 of 5 parts')
    await chips(page).getByRole('link', { name: 'Remove Thread M8' }).click()
    await page.waitForURL((url) => url.search === '?thread=M12&sort=sku')
    await expect.poll(() => option(page, 'M8').isChecked()).toBe(false)
    await link(chips(page), 'Clear all').click()
    await page.waitForURL((url) => url.search === '?sort=sku')
    await expect.poll(() => count(page)).toBe('5 parts')
  })

  test('have a range for numbers with many values, typed without a history entry for each key', async ({
    open,
  }) => {
    const { page } = await open()
    await page.goto('/parts')
    await page.goto('/parts/fasteners')
    await page.getByLabel('Length, from').pressSequentially('16', { delay: 50 })
    await page.waitForURL((url) => url.search === '?length=16..')
    await page.getByLabel('Length, to').fill('40')
    await page.waitForURL((url) => url.search === '?length=16..40')
    await chips(page).getByText('16 to 40 mm').waitFor()
    expect(await isFocused(page.getByLabel('Length, to'))).toBe(true)
    await page.goBack()
    await page.waitForURL((url) => url.search === '?length=16..')
    await expect.poll(() => page.getByLabel('Length, to').inputValue()).toBe('')
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    await expect.poll(() => page.getByLabel('Length, from').inputValue()).toBe('')
  })

  test('that find nothing together say which one to leave out', async ({ open }) => {
    const { page } = await open()
    await page.goto(`${SCREWS}?thread=M16&length=..30`)
    await page.getByRole('heading', { name: 'No part has all of this' }).waitFor()
    await link(main(page), 'Without Thread M16: 2 parts').click()
    await page.waitForURL((url) => url.search === '?length=..30')
    await expect.poll(() => partsOf(page).then(({ length }) => length)).toBe(2)
  })

  test('that are unknown or nonsense are left out with a note', async ({ open }) => {
    const { page } = await open()
    const response = await page.goto(`${SCREWS}?foo=bar&length=many&thread=M8&sort=lost`)
    expect(response?.status()).toBe(200)
    await page.getByText('The filter “foo” is not known here and was left out.').waitFor()
    await page.getByText('“many” is not a value of the filter Length and was left out.').waitFor()
    expect(await count(page)).toBe('3 of 5 parts')
  })
})

describe('the table of a category', () => {
  test('is sorted by its heads', async ({ open }) => {
    const { page } = await open()
    await page.goto(SCREWS)
    const head = page.getByRole('columnheader', { name: 'Length mm', exact: true })
    const lengths = async () =>
      (await main(page).locator('td[data-label="Length"]').allTextContents()).map(Number)
    for (const [order, expected] of [
      ['ascending', [16, 25, 40, 50, 80]],
      ['descending', [80, 50, 40, 25, 16]],
    ] as const) {
      await head.getByRole('link').click()
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(order)
      expect(await lengths()).toEqual(expected)
    }
    await head.getByRole('link').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe(null)
    expect(searchOf(page)).toBe('')
  })

  test('is read by keys: J leads to the parts, arrows move, x compares, Enter opens', async ({ open }) => {
    const { page } = await open()
    await page.goto(SCREWS)
    await hydrated(page)
    const links = main(page).locator('[data-row-link]')
    await page.keyboard.press('j')
    expect(await isFocused(links.first())).toBe(true)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowDown')
    expect(await isFocused(links.nth(1))).toBe(true)
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowUp')
    expect(await isFocused(links.nth(1))).toBe(true)
    await page.keyboard.press('q')
    expect(await isFocused(main(page).locator('.quantity-input').nth(1))).toBe(true)
    await links.nth(1).focus()
    await link(page, 'Compare 2 parts').waitFor()
    const to = await links.nth(1).getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === to)
    await page.getByRole('table', { name: 'Facts about this part' }).waitFor()
  })
})

test('parts chosen to compare stay chosen under other filters, at most four', async ({ open }) => {
  const { page } = await open()
  await page.goto('/parts/fasteners')
  const skus = (await partsOf(page)).slice(0, 5)
  const box = (sku: string) => page.getByRole('checkbox', { name: `Compare ${sku}`, exact: true })
  for (const sku of skus.slice(0, 4)) await box(sku).check()
  expect(await box(String(skus[4])).isDisabled()).toBe(true)
  await option(page, 'M16').check()
  await page.waitForURL((url) => url.search === '?thread=M16')
  const compare = link(page, 'Compare 4 parts')
  const query = new URLSearchParams(skus.slice(0, 4).map((sku) => ['sku', sku]))
  expect(await compare.getAttribute('href')).toBe(`/compare?${query}`)
  await button(page, `Do not compare ${skus[0]}`).click()
  await link(page, 'Compare 3 parts').waitFor()
  await page.reload()
  await link(page, 'Compare 3 parts').waitFor()
  await button(page, 'Clear').click()
  await expect.poll(() => page.locator('.compare-bar').isVisible()).toBe(false)
})

test('on a phone the filters are a drawer and the parts are cards', async ({ open }) => {
  const { page } = await open({ viewport: { width: 375, height: 800 } })
  await page.goto(`${SCREWS}?thread=M8`)
  expect(await option(page, 'M12').isVisible()).toBe(false)
  await button(page, 'Filters (1)').click()
  await option(page, 'M12').check()
  await page.waitForURL((url) => url.search === '?thread=M8&thread=M12')
  await page.getByLabel('Sort').selectOption('-price')
  await page.waitForURL((url) => url.search === '?thread=M8&thread=M12&sort=-price')
  await button(page, 'Show 4 parts').click()
  await expect.poll(() => option(page, 'M12').isVisible()).toBe(false)
  expect((await partsOf(page))[0]).toBe('HX-4017-M12-50')
})

test('works without scripts', async ({ open }) => {
  const { page, expectErrors } = await open({ javaScriptEnabled: false })
  expectErrors(/^csp GET \/assets\//)
  await page.goto('/parts/fasteners')
  await option(page, 'M8').check()
  await page.getByLabel('Length, from').fill('20')
  await button(page, 'Show 30 parts').click()
  expect(searchOf(page)).toBe('?thread=M8&length=20..')
  expect(await count(page)).toBe('3 of 30 parts')
  await page.getByRole('columnheader', { name: 'Price', exact: true }).getByRole('link').click()
  expect(searchOf(page)).toBe('?thread=M8&length=20..&sort=price')
  const [first, second] = await partsOf(page)
  await page.getByRole('checkbox', { name: `Compare ${first}`, exact: true }).check()
  await page.getByRole('checkbox', { name: `Compare ${second}`, exact: true }).check()
  await button(page, 'Compare the chosen parts').click()
  expect(new URL(page.url()).searchParams.getAll('sku')).toEqual([first, second])
  await page.getByRole('table', { name: 'Parts side by side' }).waitFor()
  await page.goBack()
  await chips(page).getByRole('link', { name: 'Remove Thread M8' }).click()
  expect(searchOf(page)).toBe('?length=20..&sort=price')
})

test('shows whole drawings on the tiles of the categories', async ({ open }) => {
  const { page } = await open()
  await page.goto('/parts')
  const cut = await page
    .locator('.category-tile')
    .evaluateAll((tiles) =>
      tiles
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((tile) => tile.textContent),
    )
  expect(cut).toEqual([])
})

describe('every state is accessible and fits', { timeout: 120_000 }, () => {
  for (const path of [
    '/parts',
    '/parts/fasteners?thread=M8&q=steel',
    `${SCREWS}?thread=M16&length=..30&foo=1`,
  ]) {
    test(path, async ({ open }) => {
      const { page } = await open({ reducedMotion: 'reduce' })
      await page.goto(path)
      for (const width of [320, 375, 768, 1024, 1280]) {
        await setWidth(page, width)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
      expect(await axeViolations(page)).toEqual([])
    })
  }

  test('the drawer and the comparison', async ({ open }) => {
    const { page } = await open({ reducedMotion: 'reduce', viewport: { width: 375, height: 800 } })
    await page.goto(SCREWS)
    for (const sku of (await partsOf(page)).slice(0, 2))
      await page.getByRole('checkbox', { name: `Compare ${sku}`, exact: true }).check()
    expect(await axeViolations(page, [768, 1280])).toEqual([]) // On a phone the bar covers a part of a card.
    await setWidth(page, 375)
    await button(page, 'Filters').click()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await axeViolations(page, [375])).toEqual([])
    // A tablet that is turned: the filters stand beside the table again.
    await setWidth(page, 1024)
    await expect.poll(() => page.locator('.filters:popover-open').count()).toBe(0)
    const [filters, table] = [page.locator('.filters'), page.locator('.parts-table')]
    const { x, width } = await boxOf(filters)
    expect((await boxOf(table)).x).toBeGreaterThanOrEqual(x + width)
  })
})
