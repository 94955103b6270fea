import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './journey.ts'
import { button, main } from './steps.ts'

/** By name, standard, dimension, part number and part of a word: all find this screw alone. */
const WAYS = ['hexagon everyday', 'din 933 zinc', '8 × 40 everyday', 'HX-933-M8-40', 'exago everyda']
const SCREW = 'Hexagon head screw M8 × 40, DIN 933'

const SOON = { timeout: 10_000 }

const queryOf = (page: Page) => new URL(page.url()).searchParams.get('q')

describe('search', () => {
  test('follows the typing on the home page, in the address, and keeps the place and the focus', async ({
    open,
  }) => {
    const { page } = await open()
    await page.goto('/')
    const field = page.getByLabel('Search parts')
    const names = main(page).locator('#products').getByRole('listitem').getByRole('heading')
    expect(await names.count()).toBeGreaterThan(1)
    for (const q of WAYS) {
      await field.fill('')
      await expect.poll(() => names.count(), SOON).toBeGreaterThan(1)
      await field.pressSequentially(q)
      await page.waitForURL((url) => url.searchParams.get('q') === q)
      await expect.poll(() => names.allTextContents(), SOON).toEqual([SCREW])
    }
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.reload()
    expect([await field.inputValue(), await names.allTextContents()]).toEqual([WAYS.at(-1), [SCREW]])
    await page.getByLabel('Sort').selectOption('name')
    await page.waitForURL((url) => url.searchParams.get('sort') === 'name')
    expect(queryOf(page)).toBe(WAYS.at(-1))
    await page.goBack()
    await page.waitForURL((url) => !url.searchParams.has('sort'))
    await expect.poll(() => page.getByLabel('Sort').inputValue(), SOON).toBe('')
  })

  test('works on the home page without scripts', async ({ open }) => {
    const { page, expectTrouble } = await open({ javaScriptEnabled: false })
    expectTrouble(/^csp GET \/assets\//)
    await page.goto('/')
    await page.getByLabel('Search parts').fill('exago everyda')
    await button(page, 'Search').click()
    expect(queryOf(page)).toBe('exago everyda')
    expect(
      await main(page).locator('#products').getByRole('listitem').getByRole('heading').allTextContents(),
    ).toEqual([SCREW])
  })

  test('follows the typing in Manage Products, and is found again by its address', async ({
    open,
    admin,
  }) => {
    const { page } = await open({ as: admin })
    await page.goto('/dashboard/manageproducts')
    const field = page.getByLabel('Search products')
    for (const q of WAYS) {
      await field.fill(q)
      await page.getByText(`1 found for “${q}”`).waitFor()
      expect(queryOf(page)).toBe(q)
      expect(await main(page).getByText(SCREW).count()).toBe(1)
    }
    await page.reload()
    await page.getByText(`1 found for “${WAYS.at(-1)}”`).waitFor()
  })
})
