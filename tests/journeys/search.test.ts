import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './journey.ts'
import { hydrated, main } from './steps.ts'

/** Searches by name, standard, dimension, part number and part of a word. Each finds only this screw. */
const SCREW_QUERIES = ['hexagon everyday', 'din 933 zinc', '8 × 40 everyday', 'HX-933-M8-40', 'exago everyda']
const SCREW = 'Hexagon head screw M8 × 40, DIN 933'

const queryOf = (page: Page) => new URL(page.url()).searchParams.get('q')

describe('search', () => {
  test('leads from the home page to the found parts, as the addresses do that its list once had', async ({
    open,
    shop,
  }) => {
    const { page } = await open()
    await page.goto('/')
    await hydrated(page)
    const field = page.getByRole('combobox', { name: /search/i })
    await field.fill('bearing')
    await field.press('Enter')
    await page.waitForURL((url) => url.pathname === '/parts' && url.search === '?q=bearing')
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(() => field.inputValue()).toBe('')
    for (const query of ['?q=exago+everyda&sort=price', '?sort=name&page=2', '?page=2']) {
      const { status, headers } = await fetch(`${shop.url}/${query}`, { redirect: 'manual' })
      expect([status, headers.get('Location')]).toEqual([302, `/parts${query}`])
    }
  })

  test('updates Manage Products while the user types, and is restored from the URL', async ({
    open,
    admin,
  }) => {
    const { page } = await open({ as: admin })
    await page.goto('/dashboard/manageproducts')
    const field = page.getByLabel('Search products')
    for (const q of SCREW_QUERIES) {
      await field.fill(q)
      await page.getByText(`1 found for “${q}”`).waitFor()
      expect(queryOf(page)).toBe(q)
      expect(await main(page).getByText(SCREW).count()).toBe(1)
    }
    await page.reload()
    await page.getByText(`1 found for “${SCREW_QUERIES.at(-1)}”`).waitFor()
    // The heading of all would count those that are found.
    await main(page).getByRole('heading', { name: 'Products found (1)' }).waitFor()
    await page.goto('/dashboard/alluser?q=admin')
    await main(page).getByRole('heading', { name: 'Users found: 1' }).waitFor()
  })

  for (const [path, label, list] of [
    ['manageproducts', 'Search products', 'Manage Products'],
    ['alluser', 'Search users', 'All User'],
    ['manageorders', 'Search orders', 'Manage Orders'],
  ] as const) {
    test(`is in the title of ${list}, and follows Back and Forward`, async ({ open, admin }) => {
      const { page } = await open({ as: admin })
      await page.goto(`/dashboard/${path}?q=first`)
      const field = page.getByLabel(label)
      await field.waitFor()
      expect(await page.title()).toBe(`first · ${list} · Parts Shop`)
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        history.pushState(null, '', to)
        history.back()
      }, `/dashboard/${path}?q=second`)
      await expect.poll(() => page.title()).toBe(`second · ${list} · Parts Shop`)
      expect(await field.inputValue()).toBe('second')
      await field.focus()
      await page.goBack()
      await expect.poll(() => page.title()).toBe(`first · ${list} · Parts Shop`)
      expect(await field.inputValue()).toBe('first')
    })
  }
})
