import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { atPath, boxOf, button, heading, link, main, productAt, rowOf } from './steps.ts'

const dayOf = (page: Page): Promise<string | null> =>
  page.getByRole('slider', { name: 'Day of the charts' }).getAttribute('aria-valuetext')

test('the overview says what waits and leads there, and its days are read by keys and as a table', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const { page, expectErrors } = await open({ as: admin })
  await page.goto('/dashboard')
  await link(page, 'Overview').click()
  await main(page).getByText('No paid orders in the last 30 days').waitFor()
  await main(page).getByText('Nothing waits to be done.').waitFor()
  const steps = main(page).getByRole('list', { name: 'First steps' })
  await link(steps, 'Parts Done').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await steps.getByRole('link', { name: /^Tax To do/ }).click()
  await main(page).getByRole('form', { name: 'Tax' }).waitFor()
  await page.goBack()
  await button(main(page), 'Hide first steps').click()
  await steps.waitFor({ state: 'detached' })

  const paid = await shop.pay(customer, await shop.order(customer, product, 1000))
  await page.reload()
  await main(page).getByRole('link', { name: '1 order to ship in all' }).click()
  await atPath(page, '/dashboard/manageorders')
  expect(new URL(page.url()).search).toBe('?status=to_ship&sort=oldest')
  await rowOf(page, product.name).waitFor()
  await page.goBack()

  await heading(page, 'Overview').waitFor()
  const today = await dayOf(page)
  expect(today).toMatch(/, 1 order; .*: \$0\.00, 0 orders$/)
  await page.getByRole('slider').focus()
  await page.keyboard.press('ArrowLeft')
  expect(await dayOf(page)).toMatch(/: \$0\.00, 0 orders; .*: \$0\.00, 0 orders$/)
  await page.keyboard.press('End')
  expect(await dayOf(page)).toBe(today)
  await main(page).getByRole('row', { name: product.sku }).first().waitFor()
  expect(await axeViolations(page)).toEqual([])

  await link(main(page), '7 days').click()
  await page.waitForURL('**/dashboard/overview?days=7')
  expect(await steps.count()).toBe(0)
  await main(page).getByText('Of the last 7 days.').waitFor()
  await button(main(page), 'Show as table').click()
  const days = main(page).getByRole('table', { name: 'Revenue and orders by day' })
  // The head has a row too.
  expect(await days.getByRole('row').count()).toBe(8)
  await days
    .getByRole('row')
    .nth(1)
    .getByText(`$${paid.totalPrice.toFixed(2)}`)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])

  expectErrors(/api\/overview/)
  await page.route('**/api/overview*', (route) => route.abort())
  await page.reload()
  await main(page).getByText('The overview could not be loaded').waitFor()
  await page.unroute('**/api/overview*')
  await button(main(page), 'Try again').click()
  await main(page).getByText('Of the last 7 days.').waitFor()
})

test('a month of the overview is chosen by keys, and leads to its orders, on a phone too', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 2)
  await shop.pay(customer, await shop.order(customer, product, 1000))
  const { page } = await open({ as: admin, viewport: { width: 375, height: 800 } })
  await page.goto('/dashboard/overview')
  await heading(page, 'Overview').waitFor()
  await link(main(page), 'Last quarter').click()
  await page.waitForURL('**/overview?range=last-quarter')
  await main(page).getByText('No paid orders in last quarter').waitFor()
  // By keys: the first month of the list is the present one.
  await page.getByLabel('Month').focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(/overview\?month=\d{4}-\d{2}$/)
  const month = new URL(page.url()).searchParams.get('month')
  await main(page)
    .getByText(/^Paid \$[\d.,]+, went back \$0\.00 by refunds/)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await link(main(page), 'Orders paid or refunded in them').click()
  await heading(page, 'Manage Orders').waitFor()
  await rowOf(page, product.name).waitFor()
  await main(page).getByLabel('Paid or refunded').selectOption(String(month))
  await page.waitForURL(`**/dashboard/manageorders?range=${month}&dayOf=money`)
  await rowOf(page, product.name).waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('at 1920 two columns use the window, what waits comes first, and the stock that ends first is folded to five rows', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  for (const index of [3, 4, 5, 6, 7, 8])
    await shop.pay(customer, await shop.order(customer, await productAt(shop, index)))
  const { page } = await open({ as: admin, viewport: { width: 1920, height: 1080 } })
  await page.goto('/dashboard/overview')
  const stock = main(page).getByRole('table', { name: 'Parts by days of stock left' })
  // The head is a row too.
  await expect.poll(() => stock.getByRole('row').count()).toBe(6)
  const headings = main(page).getByRole('heading', { level: 2 })
  // The shop has orders, so that its first steps come after its work.
  expect((await headings.allInnerTexts()).slice(0, 2)).toEqual(['To do', 'First steps'])
  const [toDo, ends] = [await boxOf(headings.first()), await boxOf(stock)]
  expect(ends.x).toBeGreaterThan(toDo.x + 600)
  expect(ends.x + ends.width).toBeGreaterThan(1700)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1920)
  await button(main(page), /^Show all \d+$/).click()
  expect(await stock.getByRole('row').count()).toBeGreaterThan(6)
  expect(await button(main(page), /^Show all \d+$/).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
})

test('the audit log says in words who did what, filtered by kind and person', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 1)
  const order = await shop.pay(customer, await shop.order(customer, product))
  await shop.call('PUT', `/api/order/${order._id}`, { body: { status: 'shipped' }, as: admin })
  const stock = { change: 7, reason: 'counted again' }
  await shop.call('POST', `/api/product/${product._id}/stock`, { body: stock, as: admin })
  const { page } = await open({ as: admin })
  await page.goto('/dashboard/overview')
  await link(page, 'Audit').click()
  const row = (text: string) => main(page).getByRole('row').filter({ hasText: text })
  await row(`Changed the stock of the part ${product.name}`).getByText('Reason: counted again').waitFor()
  expect(await page.locator('time').first().getAttribute('title')).toMatch(/ UTC$/)
  expect(await axeViolations(page)).toEqual([])

  await page.getByLabel('Kind').selectOption('Shipped the order')
  await page.waitForURL('**/dashboard/audit?kind=order.shipped')
  await row('Changed the stock').waitFor({ state: 'detached' })
  await row('Shipped the order').getByText(admin.email).waitFor()
  await page.getByLabel('Person').fill('Nobody@example.com')
  await button(main(page), 'Filter').click()
  await main(page).getByText('No change matches').waitFor()
  expect(new URL(page.url()).search).toBe('?by=nobody%40example.com&kind=order.shipped')
  expect(await axeViolations(page)).toEqual([])
  await page.goBack()
  await link(main(page), order.number).click()
  await heading(page, `Order ${order.number}`).waitFor()
})
