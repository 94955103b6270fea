import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './journey.ts'
import { button, hydrated, isFocused, main } from './steps.ts'

/** Searches by name, standard, dimension, part number and part of a word. Each finds only this screw. */
const SCREW_QUERIES = ['hexagon everyday', 'din 933 zinc', '8 × 40 everyday', 'HX-933-M8-40', 'exago everyda']
const SCREW = 'Hexagon head screw M8 × 40, DIN 933'

const queryOf = (page: Page) => new URL(page.url()).searchParams.get('q')

describe('search', () => {
  test('updates the home page and the URL while the user types, and keeps the focus', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    const field = page.getByLabel('Search the shop')
    const names = main(page).locator('#products').getByRole('listitem').getByRole('heading')
    expect(await names.count()).toBeGreaterThan(1)
    for (const q of SCREW_QUERIES) {
      await field.fill('')
      await expect.poll(() => names.count()).toBeGreaterThan(1)
      await field.pressSequentially(q)
      await page.waitForURL((url) => url.searchParams.get('q') === q)
      await expect.poll(() => names.allTextContents()).toEqual([SCREW])
    }
    expect(await isFocused(field)).toBe(true)
    await page.reload()
    expect([await field.inputValue(), await names.allTextContents()]).toEqual([SCREW_QUERIES.at(-1), [SCREW]])
    const sorts = page.getByLabel('Sort').locator('option')
    expect((await sorts.allTextContents()).slice(0, 2)).toEqual(['Best match', 'Newest first'])
    await page.getByLabel('Sort').selectOption('name')
    await page.waitForURL((url) => url.searchParams.get('sort') === 'name')
    expect(queryOf(page)).toBe(SCREW_QUERIES.at(-1))
    await page.goBack()
    await page.waitForURL((url) => !url.searchParams.has('sort'))
    await expect.poll(() => page.getByLabel('Sort').inputValue()).toBe('')
  })

  test('shows the text, the results and the title of the URL after Back and Forward', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    const field = page.getByLabel('Search the shop')
    const all = { words: '', title: 'Machine parts by the hundred · Parts Shop', line: '1–12 of 60 parts' }
    const readPage = async () => ({
      words: await field.inputValue(),
      title: await page.title(),
      line: await main(page)
        .locator('#products')
        .getByText(/^[\d–]+ (of \d+ )?parts/)
        .first()
        .textContent(),
    })
    await expect.poll(readPage).toEqual(all)
    for (const q of ['washer', 'bearing']) {
      await field.fill(q)
      await page.waitForURL((url) => url.searchParams.get('q') === q)
      await expect.poll(() => page.title()).toBe(`${q} · Parts Shop`)
      await field.blur()
    }
    const bearings = await readPage()
    expect(bearings.line).toMatch(/for “bearing”$/)
    await page.goBack()
    await expect.poll(async () => (await readPage()).line).toMatch(/for “washer”$/)
    expect(await readPage()).toMatchObject({ words: 'washer', title: 'washer · Parts Shop' })
    await page.goForward()
    await expect.poll(readPage).toEqual(bearings)
    await page.goBack()
    await page.goBack()
    await expect.poll(readPage).toEqual(all)
  })

  test('never changes the field while the user types', async ({ open }) => {
    const { page } = await open()
    await page.goto('/')
    const field = page.getByLabel('Search the shop')
    await page.route('**/_.data?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await field.pressSequentially('was')
    await page.waitForURL((url) => url.searchParams.get('q') === 'was')
    await field.pressSequentially('her steel', { delay: 150 })
    expect(await field.inputValue()).toBe('washer steel')
    await page.waitForURL((url) => url.searchParams.get('q') === 'washer steel')
  })

  test('has one field on the home page; Enter leads on as elsewhere, also at once, and Back to the list', async ({
    open,
  }) => {
    const { page } = await open()
    await page.goto('/')
    await hydrated(page)
    expect(
      await page
        .getByRole('searchbox')
        .or(page.getByRole('combobox', { name: /search/i }))
        .count(),
    ).toBe(1)
    const field = page.getByLabel('Search the shop')
    await field.fill('washer')
    await page.waitForURL((url) => url.searchParams.get('q') === 'washer')
    await main(page)
      .getByText(/for “washer”$/)
      .waitFor()
    // The field and its suggestions stay where they are.
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await field.fill('bearing')
    await field.press('Enter')
    await page.waitForURL((url) => url.pathname === '/parts' && url.search === '?q=bearing')
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/' && url.search === '?q=washer')
    await expect.poll(() => field.inputValue()).toBe('washer')
    await field.focus()
    await field.press('Escape')
    await page.waitForURL((url) => url.search === '')
    await main(page).getByText('1–12 of 60 parts').first().waitFor()
  })

  test('and the sort of the home page work without scripts', async ({ open }) => {
    const { page, expectErrors } = await open({ javaScriptEnabled: false })
    expectErrors(/^csp GET \/assets\//)
    await page.goto('/?q=exago+everyda')
    const names = main(page).locator('#products').getByRole('listitem').getByRole('heading')
    expect(await page.getByLabel('Search the shop').inputValue()).toBe('exago everyda')
    expect(await names.allTextContents()).toEqual([SCREW])
    await page.getByLabel('Sort').selectOption('price')
    await button(page, 'Sort').click()
    expect([queryOf(page), new URL(page.url()).searchParams.get('sort')]).toEqual(['exago everyda', 'price'])
    expect(await names.allTextContents()).toEqual([SCREW])
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
