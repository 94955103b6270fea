import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { productPagePath } from '#features/catalog/paths.ts'
import type { Product } from '#features/catalog/schema.ts'
import { stockCountPath } from '#features/stock-count/paths.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, button, isFocused, link, main, productAt, toast } from './steps.ts'

const stockOf = async (shop: RunningShop, { _id }: Product): Promise<number> =>
  (await shop.call('GET', `/api/order/${_id}`)).body.quantity

const counted = (page: Page, { name }: Product): Locator =>
  main(page).getByLabel(`Counted of ${name}`, { exact: true })

test('chosen products are counted on a sheet that says what becomes for sale, and the count is undone', async ({
  open,
  shop,
  admin,
}) => {
  const [first, second] = [await productAt(shop, 2), await productAt(shop, 3)]
  const customer = await shop.register()
  await shop.order(customer, first, first.minimum)
  const held = first.minimum
  const before = [await stockOf(shop, first), await stockOf(shop, second)] as const
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/manageproducts?sort=sku')
  for (const { name } of [first, second])
    await main(page).getByLabel(`Choose ${name}`, { exact: true }).check()
  await link(page.getByRole('region', { name: 'Chosen products' }), 'Count stock').click()
  await atPath(page, '/dashboard/stockcount')
  await counted(page, first).fill(String(before[0] + held - 10))
  const format = (count: number) => count.toLocaleString('en-US')
  await main(page)
    .getByText(
      `On hand ${format(before[0] + held)} → ${format(before[0] + held - 10)}, for sale ${format(before[0])} → ${format(before[0] - 10)}`,
      { exact: true },
    )
    .waitFor()
  await counted(page, second).fill('some')
  await main(page).getByText('A whole number of pieces.').waitFor()
  expect(await button(main(page), 'Save 1 count').isDisabled()).toBe(true)
  await counted(page, second).fill(String(before[1]))
  await main(page)
    .getByText(/^As expected/)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(main(page), 'Save 2 counts').click()
  await toast(page, '2 stocks counted')
  expect([await stockOf(shop, first), await stockOf(shop, second)]).toEqual([before[0] - 10, before[1]])
  await page.keyboard.press('Escape')
  await page.locator('body').press('z')
  await expect.poll(() => stockOf(shop, first)).toBe(before[0])
})

test('an order between looking and saving is asked about, and fewer pieces than are held have a choice', async ({
  open,
  shop,
  admin,
}) => {
  const product = await shop.addProduct(admin, { quantity: 1000, image: (await productAt(shop, 0)).image })
  const customer = await shop.register()
  const browserWindow = await open({ as: admin })
  browserWindow.expectErrors(/^409 POST \/api\/stock-count/)
  const { page } = browserWindow
  await page.goto(productPagePath(product._id))
  await link(main(page), 'Count stock').click()
  await atPath(page, '/dashboard/stockcount')
  await counted(page, product).fill('80')
  await shop.order(customer, product, 100)
  await button(main(page), 'Save 1 count').click()
  await main(page).getByText('Meanwhile for sale 1,000 → 900, held 0 → 100.', { exact: true }).waitFor()
  expect(await stockOf(shop, product)).toBe(900)
  expect(await axeViolations(page)).toEqual([])
  // What was typed, and what was seen then, stay over a reload.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await button(main(page), '80 still lie there').click()
  const choice = 'Orders hold 100 pieces: 20 of them would be missing. Count again, or:'
  await main(page).getByText(choice, { exact: true }).waitFor()
  await button(main(page), 'None is for sale').click()
  await main(page)
    .getByText(/20 pieces of orders missing\.$/)
    .waitFor()
  await button(main(page), 'Save 1 count').click()
  await toast(page, '1 stock counted')
  expect(await stockOf(shop, product)).toBe(0)
  await page.goto(productPagePath(product._id))
  const stock = main(page).getByRole('region', { name: 'Stock', exact: true })
  await stock.getByText('Held: 100 by unpaid orders, 0 by paid ones.', { exact: true }).waitFor()
  await main(page).getByText('“Stock count”').waitFor()
})

test('the table sorts by its heads, filters by category, keeps its columns, and has 14 rows in sight', async ({
  open,
  shop,
  admin,
}) => {
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard/manageproducts')
  await main(page)
    .getByText(/^50 of \d+ products shown$/)
    .waitFor()
  const rows = main(page).locator('tbody > tr')
  const inSight = await rows.evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
  )
  expect(inSight).toBeGreaterThanOrEqual(14)
  const products: Product[] = (await shop.call('GET', '/api/product?sort=price&limit=1')).body
  await link(main(page), 'Price').click()
  await expect.poll(() => rows.first().textContent()).toContain(products[0]?.name)
  expect(await isFocused(link(main(page), 'Price'))).toBe(true)
  await expect
    .poll(() => main(page).getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort'))
    .toBe('ascending')
  const { category = '' } = await productAt(shop, 0)
  await main(page).getByRole('combobox', { name: 'Category' }).selectOption(category)
  await page.waitForURL((url) => url.searchParams.get('category') === category)
  const { body } = await shop.call('GET', `/api/managed-product?category=${category}`, { as: admin })
  await main(page)
    .getByRole('heading', { name: `All Products (${body.length})` })
    .waitFor()
  await page.keyboard.press('Escape')
  await main(page).locator('summary', { hasText: 'Columns' }).click()
  const saved = page.waitForResponse('**/api/product-columns')
  await page.getByRole('group', { name: 'Columns' }).getByLabel('Category').uncheck()
  await saved
  await page.reload()
  await rows.first().waitFor()
  expect(await main(page).getByRole('columnheader', { name: 'Category' }).count()).toBe(0)
  expect(new URL(page.url()).search).toBe(`?sort=price&category=${category}`)
  expect(await axeViolations(page)).toEqual([])
})

test('all that match are chosen, and counting tells that they are too many', async ({
  open,
  shop,
  admin,
}) => {
  for (let index = 0; index < 45; index += 1)
    await shop.addProduct(admin, { name: `Sample many ${index}`, image: '/favicon.ico' })
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/manageproducts')
  await main(page).getByLabel('Choose all 50 shown').check()
  await button(main(page), /^Choose all 1\d\d that match$/).click()
  const bar = page.getByRole('region', { name: 'Chosen products' })
  await bar
    .getByText(/^1\d\d chosen$/)
    .first()
    .waitFor()
  await bar.getByText('Up to 100 can be counted at once').waitFor()
})

test('the address of a count without parts leads to the list', async ({ open, admin }) => {
  const { page } = await open({ as: admin })
  await page.goto(stockCountPath())
  await main(page).getByText('Choose what to count').waitFor()
  await page.goto(stockCountPath(['gone']))
  await main(page).getByText('None of these parts can be counted').waitFor()
  expect(await axeViolations(page)).toEqual([])
})
