import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axeViolations, setWidth } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, heading, hydrated, isFocused, link, main } from './steps.ts'

const SCREW = 'SC-912-M6-20'
const LONG_SCREW = 'SC-912-M10-60'
const O_RING = 'OR-3601-117-NBR'
const BEARING = 'BB-608-2RS'

const NAMES = {
  [SCREW]: 'Socket head cap screw M6 × 20, stainless steel, DIN 912',
  [LONG_SCREW]: 'Socket head cap screw M10 × 60, DIN 912',
}

const compared = (...skus: string[]) => `/compare?${skus.map((sku) => `sku=${sku}`).join('&')}`

const SCREWS = compared(SCREW, LONG_SCREW)

/** The row with that label: its label as a screen reader reads it, and its cells. */
const rowOf = (page: Page, label: string): Promise<string[]> =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${label}( |,|$)`) }) })
    .locator('th, td')
    .allTextContents()

const namesOf = (page: Page): Promise<string[]> =>
  main(page).getByRole('columnheader').getByRole('link').allTextContents()

const labelsOf = (page: Page): Promise<string[]> => main(page).getByRole('rowheader').allTextContents()

const quantityOf = (page: Page) => main(page).getByLabel('Pieces of each part')

describe('parts side by side', () => {
  test('are columns in the sequence of the address, with rows that say whether they differ', async ({
    open,
  }) => {
    const { page } = await open()
    await page.goto(compared(LONG_SCREW.toLowerCase(), SCREW))
    expect(await page.title()).toBe(`${LONG_SCREW} / ${SCREW} compared · Parts Shop`)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await namesOf(page)).toEqual([NAMES[LONG_SCREW], NAMES[SCREW]])
    expect(await rowOf(page, 'Length')).toEqual(['Length mm, differs', '60', '20'])
    expect(await rowOf(page, 'Finish')).toEqual(['Finish, differs', 'Black', '–'])
    expect(await rowOf(page, 'Standard')).toEqual(['Standard', 'DIN 912 / ISO 4762', 'DIN 912 / ISO 4762'])
    await main(page)
      .getByRole('button', { name: `Copy part number ${SCREW}` })
      .waitFor()
    expect(await link(main(page), NAMES[SCREW]).getAttribute('href')).toBe(`/part/${SCREW.toLowerCase()}`)
  })

  test('have prices at one quantity, which follow the field, the address and Back', async ({ open }) => {
    const { page } = await open()
    await page.goto(SCREWS)
    expect(await quantityOf(page).inputValue()).toBe('100')
    expect(await rowOf(page, 'Total')).toEqual(['Total, differs', '$7.34', '$23.47'])
    await quantityOf(page).fill('2k')
    await expect.poll(() => rowOf(page, 'Total')).toEqual(['Total, differs', '$135.80', '$436.60'])
    await expect.poll(() => new URL(page.url()).searchParams.get('quantity')).toBe('2k')
    await main(page).getByText('= 2,000 pieces').waitFor()
    await main(page).getByLabel('Only differences').check()
    await expect.poll(() => labelsOf(page)).not.toContain('Standard')
    await page.goBack()
    await expect.poll(() => labelsOf(page)).toContain('Standard')
    expect([
      await quantityOf(page).inputValue(),
      await main(page).getByLabel('Only differences').isChecked(),
    ]).toEqual(['2k', false])
    await quantityOf(page).fill('some')
    await main(page).getByText('No whole number of pieces. Shown: 100.').waitFor()
    await quantityOf(page).fill('150')
    await main(page).getByText('Sold in multiples of 100.', { exact: true }).waitFor()
    await quantityOf(page).fill('60000')
    await main(page).getByText('Only 58,000 pieces are left.', { exact: true }).waitFor()
    expect(await rowOf(page, 'Total')).toEqual([
      'Total, differs',
      expect.stringMatching(/^\$/),
      'Only 58,000 pieces are left.',
    ])
    const order = main(page).getByRole('link', { name: `Order: ${NAMES[SCREW]}` })
    expect(await order.getAttribute('href')).toMatch(/^\/order\/[^/?]+\?quantity=60000$/)
  })

  test('are removed and added, by keyboard too, and the quantity stays', async ({ open }) => {
    const { page } = await open()
    await page.goto(`${compared(SCREW, LONG_SCREW, O_RING)}&quantity=500`)
    await hydrated(page)
    await main(page)
      .getByRole('link', { name: `Remove ${NAMES[LONG_SCREW]}` })
      .press('Enter')
    await expect.poll(() => page.url()).toContain(`${compared(SCREW, O_RING)}&quantity=500`)
    await expect.poll(() => namesOf(page)).toHaveLength(2)
    await expect.poll(() => isFocused(main(page))).toBe(true)
    const field = main(page).getByLabel('Add a part number')
    await field.fill(BEARING.toLowerCase())
    await field.press('Enter')
    await expect.poll(async () => (await namesOf(page)).at(-1)).toMatch(/^Deep groove ball bearing/)
    expect(await quantityOf(page).inputValue()).toBe('500')
    expect(await main(page).getByLabel('Add a part number').inputValue()).toBe('')
    await page.goBack()
    await expect.poll(() => namesOf(page)).toHaveLength(2)
  })
})

test('works without scripts', async ({ open }) => {
  const { page, expectErrors } = await open({ javaScriptEnabled: false })
  expectErrors(/^csp GET \/assets\//)
  await page.goto(SCREWS)
  await quantityOf(page).fill('1,000')
  await main(page).getByLabel('Only differences').check()
  await button(main(page), 'Show').click()
  expect(new URL(page.url()).search).toBe(`${SCREWS.slice(8)}&quantity=1%2C000&differences=1`)
  expect(await rowOf(page, 'Total')).toEqual(['Total, differs', '$67.90', '$218.30'])
  expect(await labelsOf(page)).not.toContain('Standard')
  await main(page).getByLabel('Add a part number').fill(O_RING)
  await button(main(page), 'Add').click()
  expect(await namesOf(page)).toHaveLength(3)
  expect(await quantityOf(page).inputValue()).toBe('1,000')
  await main(page)
    .getByRole('link', { name: `Remove ${NAMES[SCREW]}` })
    .click()
  expect(await namesOf(page)).toHaveLength(2)
})

describe('an address', () => {
  test('without parts leads to the categories, and with one to its category', async ({ open }) => {
    const { page } = await open()
    await page.goto('/compare')
    await heading(page, 'Compare parts').waitFor()
    expect(await link(main(page), 'Show all categories').getAttribute('href')).toBe('/parts')
    await main(page).getByLabel('Add a part number').fill(SCREW)
    await button(main(page), 'Add').click()
    await main(page).getByText('Choose another part to compare it with.').waitFor()
    expect(await link(main(page), 'Show parts of its category').getAttribute('href')).toBe(
      '/parts/socket-screws',
    )
    expect(await main(page).getByLabel('Only differences').count()).toBe(0)
    expect(await rowOf(page, 'Length')).toEqual(['Length mm', '20'])
  })

  test('with too many, unknown, archived or repeated parts says what is left out', async ({
    open,
    shop,
    admin,
  }) => {
    const gone = await shop.addProduct(admin, { name: 'Sample part that is gone', sku: 'GONE-1' })
    await shop.call('DELETE', `/api/product/${gone._id}`, { as: admin })
    const { page } = await open()
    await page.goto(compared(SCREW, SCREW, LONG_SCREW, O_RING, BEARING, 'HX-933-M8-40'))
    await main(page).getByText('At most 4 parts are compared.').waitFor()
    expect(await namesOf(page)).toHaveLength(4)
    expect(await main(page).getByLabel('Add a part number').count()).toBe(0)
    const long = 'x'.repeat(300)
    await page.goto(`${compared(SCREW, 'GONE-1', long)}&quantity=-1`)
    expect(await namesOf(page)).toEqual([NAMES[SCREW]])
    await main(page).getByText('No part for sale has the part number “GONE-1”, so it is left out.').waitFor()
    await main(page)
      .getByText(`“${long.slice(0, 64)}…”`)
      .waitFor()
    await main(page).getByText('No whole number of pieces. Shown: 100.').waitFor()
  })
})

describe('the layout', () => {
  test('is accessible', async ({ open }) => {
    const { page } = await open({ reducedMotion: 'reduce' })
    for (const path of ['/compare', compared(SCREW, 'nothing'), `${SCREWS}&quantity=150`]) {
      await page.goto(path)
      expect(await axeViolations(page, [320, 1280]), path).toEqual([])
    }
    await page.goto(compared(SCREW, LONG_SCREW, O_RING, BEARING))
    expect(await axeViolations(page, [375, 768])).toEqual([])
  })

  test('is never wider than the window; more than two parts scroll in their box on a phone', async ({
    open,
    shop,
    admin,
  }) => {
    const long = 'w'.repeat(190)
    const { image } = (await shop.call('GET', `/api/part/${SCREW}`)).body
    await shop.addProduct(admin, { image, name: long, sku: 'S'.repeat(64), price: 100_000 })
    const { page } = await open()
    for (const path of [
      SCREWS,
      compared(SCREW, 'S'.repeat(64)),
      compared(SCREW, 'S'.repeat(64), O_RING, BEARING),
    ]) {
      await page.goto(`${path}&quantity=999999999`)
      for (const width of [320, 375, 768, 992, 1280]) {
        await setWidth(page, width)
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
    await setWidth(page, 375)
    const box = page.locator('.comparison-scroller')
    expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    const label = main(page).getByRole('rowheader', { name: 'Part number' })
    const before = await boxOf(label)
    await box.evaluate((element) => element.scrollTo(200, 400))
    await expect.poll(async () => (await boxOf(label)).x).toBe(before.x)
    const corner = main(page).getByRole('columnheader', { name: 'Part', exact: true })
    expect((await boxOf(corner)).y).toBeCloseTo((await boxOf(box)).y, -1)
    await page.goto(SCREWS)
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })

  test('keeps the names in view when the page scrolls', async ({ open }) => {
    const { page } = await open({ viewport: { width: 1280, height: 600 } })
    await page.goto(SCREWS)
    await main(page)
      .getByRole('rowheader', { name: /^In stock/ })
      .scrollIntoViewIfNeeded()
    const names = main(page).getByRole('columnheader', { name: NAMES[SCREW] })
    expect((await boxOf(names)).y).toBeCloseTo(0, 0)
  })

  test('is printed in black, without navigation, controls and buttons', async ({ open }) => {
    const { page } = await open({ colorScheme: 'dark' })
    await page.goto(SCREWS)
    await page.emulateMedia({ media: 'print' })
    for (const hidden of [
      '.site-header',
      '.site-footer',
      'main form',
      'main button',
      'main [href^="/order/"]',
    ])
      expect(await page.locator(hidden).filter({ visible: true }).count(), hidden).toBe(0)
    const cell = main(page).getByRole('cell', { name: 'Stainless steel A2' })
    const { color, border } = await cell.evaluate((element) => {
      const style = getComputedStyle(element)
      return { color: style.color, border: style.borderBottomColor }
    })
    expect([color, border]).toEqual(['rgb(0, 0, 0)', 'rgb(0, 0, 0)'])
    expect(
      (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type ?\/Page\b/g),
    ).toHaveLength(1)
  })
})
