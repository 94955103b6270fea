import { describe, expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, heading, hydrated, link, main } from './steps.ts'

describe('the page of found parts', () => {
  test('is the table of a category: filters, sorts, and adds to the cart from a row', async ({ open }) => {
    const { page } = await open()
    await page.goto('/parts?q=steel')
    await hydrated(page)
    await heading(page, '“steel”: 48 parts').waitFor()
    const status = main(page).locator('.browse-count')
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByRole('checkbox', { name: /^Hexagon screws/ }).check()
    await page.waitForURL((url) => url.search === '?category=hexagon-screws&q=steel')
    await filters.getByRole('checkbox', { name: /^M8/ }).check()
    await page.waitForURL((url) => url.searchParams.get('thread') === 'M8')
    await expect.poll(() => status.textContent()).toMatch(/^\d of 48 parts$/)
    const chosen = page.getByRole('list', { name: 'Chosen filters' })
    await chosen.getByRole('link', { name: 'Remove Category Hexagon screws' }).waitFor()
    const lengths = async () =>
      (await main(page).locator('td[data-label="Length"]').allTextContents()).map(Number)
    await page.getByRole('columnheader', { name: 'Length mm' }).getByRole('link').click()
    await page.waitForURL((url) => url.searchParams.get('sort') === 'length')
    await expect.poll(lengths).toEqual((await lengths()).toSorted((one, other) => one - other))
    const sku = await main(page).getByRole('rowheader').locator('.font-mono').first().textContent()
    await page.getByLabel(`Quantity of ${sku}`).fill('300')
    await page.getByLabel(`Quantity of ${sku}`).press('Enter')
    await page.getByText(`300 pieces of ${sku} added`).waitFor()
    await page.getByRole('checkbox', { name: `Compare ${sku}`, exact: true }).check()
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    expect(await status.textContent()).toMatch(/^\d of 48 parts$/)
    await link(chosen, 'Clear all').click()
    await page.waitForURL((url) => url.search === '?q=steel&sort=length')
    await expect.poll(() => status.textContent()).toBe('48 parts')
    // The heading says it for the eye.
    expect((await boxOf(status)).width).toBeLessThanOrEqual(1)
  })

  test('is filtered without scripts too', async ({ open }) => {
    const { page, expectErrors } = await open({ javaScriptEnabled: false })
    expectErrors(/^csp GET \/assets\//)
    await page.goto('/parts?q=steel')
    await page.getByRole('checkbox', { name: /^Hexagon screws/ }).check()
    await button(page, 'Show 48 parts').click()
    expect(new URL(page.url()).search).toBe('?category=hexagon-screws&q=steel')
    expect(await main(page).locator('.browse-count').textContent()).toMatch(/^\d of 48 parts$/)
  })

  test('says what it searched for when nothing was found, and what finds parts', async ({ open }) => {
    const { page } = await open()
    await page.goto('/parts?q=nothing-has-this-name+washer')
    await heading(page, '“nothing-has-this-name washer”: 0 parts').waitFor()
    await main(page).getByText('Searched for “nothing-has-this-name” and “washer”').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await main(page)
      .getByRole('link', { name: /^Without “nothing-has-this-name”: \d+ parts$/ })
      .click()
    await page.getByRole('heading', { level: 1, name: /^“washer”: \d+ parts$/ }).waitFor()
  })
})
