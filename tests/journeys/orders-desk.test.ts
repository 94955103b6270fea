import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import { orderOfLines, type Person } from '../support/customer.ts'
import { readPdf } from '../support/pdf.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, isFocused, link, main, productAt, rowOf, toast } from './steps.ts'

/** For the orders that are placed and paid first, on a slow computer. */
const TIMEOUT_MS = 120_000

const CUSTOMERS = 4
const PAID_EACH = 8

/** Paid orders of several customers, placed at the same time; the oldest first. */
async function placePaidOrders(shop: RunningShop, admin: Person): Promise<Order[]> {
  const product = await shop.addProduct(admin, { quantity: 100_000 })
  const people = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.register()))
  await Promise.all(
    people.map(async (customer) => {
      for (let count = 0; count < PAID_EACH; count += 1)
        await shop.pay(customer, await shop.order(customer, product))
    }),
  )
  return (await shop.call('GET', '/api/orders?limit=100&sort=oldest', { as: admin })).body
}

const choose = (page: Page, index: number) =>
  main(page)
    .getByRole('checkbox', { name: /^Choose order/ })
    .nth(index)

const bar = (page: Page) => page.getByRole('region', { name: 'Chosen orders' })

test('the thirty oldest orders are shipped with slips and tracking numbers in eight actions, and it can be undone', {
  timeout: TIMEOUT_MS,
}, async ({ open, shop, admin }) => {
  const orders = await placePaidOrders(shop, admin)
  const oldest = orders.slice(0, 30)
  const trackingOf = ({ number }: Order) => `0034${number.replace('-', '')}`
  // As a carrier's file has them: in a sequence of its own.
  const list = [
    'number;tracking;carrier',
    ...oldest.toReversed().map((order) => `${order.number};${trackingOf(order)};DHL`),
  ]
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  let actions = 0
  const act = async <Result>(action: Promise<Result>): Promise<Result> => {
    actions += 1
    return action
  }

  await act(page.goto('/dashboard/overview'))
  await act(link(main(page), '32 orders to ship in all').click())
  await page.getByRole('table', { name: 'All orders, oldest first' }).waitFor()
  await act(choose(page, 0).click())
  await act(choose(page, 29).click({ modifiers: ['Shift'] }))
  await bar(page).getByText('30 chosen', { exact: true }).waitFor()
  const [slips] = await Promise.all([page.waitForEvent('download'), act(page.keyboard.press('p'))])
  await act(page.keyboard.press('t'))
  const dialog = page.getByRole('dialog', { name: 'Tracking of 30 orders' })
  await act(dialog.getByLabel('Tracking numbers').fill(list.join('\n')))
  await dialog.getByRole('row', { name: new RegExp(`${oldest[0]?.number}.*100 pieces.*DHL 0034`) }).waitFor()
  expect(await axeViolations(page, [1280])).toEqual([])
  await act(button(dialog, 'Ship 30 orders').click())
  await toast(page, '30 orders are shipped')
  expect(actions).toBeLessThanOrEqual(8)

  const { pages } = readPdf(new Uint8Array(await readFile(await slips.path())))
  expect(slips.suggestedFilename()).toBe('packing-slips.pdf')
  expect(pages).toHaveLength(30)
  for (const [index, { number }] of oldest.entries()) {
    expect(pages[index]).toContain(number)
    expect(pages[index]).toContain('Page 1 of 1')
  }
  const read = async () => {
    const { body } = await shop.call('GET', '/api/orders?limit=100&sort=oldest', { as: admin })
    return (body as Order[]).map(({ number, status, shipments = [] }) => [
      number,
      status,
      ...shipments.map(({ carrier, tracking }) => `${carrier} ${tracking}`),
    ])
  }
  expect(await read()).toEqual(
    orders.map((order, index) =>
      index < 30 ? [order.number, 'shipped', `DHL ${trackingOf(order)}`] : [order.number, 'pending'],
    ),
  )
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await toast(page, 'Undone')
  expect(await read()).toEqual(orders.map(({ number }) => [number, 'pending']))
})

test('tracking of shipped orders is changed as it is shown, and lines that are not understood are named', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const paid = async () => shop.pay(customer, await shop.order(customer, product))
  const [shipped, pending, untouched] = [await paid(), await paid(), await paid()]
  await shop.call('POST', `/api/order/${shipped._id}/shipments`, {
    as: admin,
    body: { carrier: 'UPS', tracking: '1Z-OLD' },
  })
  const parcelOf = async (order: Order) => {
    const { body } = await shop.call('GET', `/api/myorder/${order._id}`, { as: admin })
    const [parcel] = body.shipments
    return parcel && [parcel.carrier, parcel.tracking].join(' ')
  }
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto(`/dashboard/manageorders?q=${customer.email}`)
  await rowOf(page, shipped._id).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Tracking of 3 orders' })
  const field = dialog.getByLabel('Tracking numbers')
  await field.fill('1Z-1\n1Z-2')
  await dialog.getByText(/^3 orders are chosen, and 2 tracking numbers are pasted/).waitFor()
  expect(await button(dialog, 'Ship').isDisabled()).toBe(true)
  await field.fill(`${untouched.number},1Z-2\n${pending.number},1Z-2`)
  const isOneParcel = dialog.getByRole('checkbox', { name: /are in one parcel$/ })
  await isOneParcel.waitFor()
  expect(await button(dialog, 'Ship 2 orders').isDisabled()).toBe(true)
  await isOneParcel.check()
  expect(await button(dialog, 'Ship 2 orders').isDisabled()).toBe(false)
  await field.fill(`${shipped.number},1Z-NEW\n${pending.number},1Z-2,DPD\nABCD-2345,1Z-3`)
  await dialog.getByText('Line 3, ABCD-2345: not among the chosen orders').waitFor()
  await dialog.getByText(`Without a line, so they stay as they are: ${untouched.number}.`).waitFor()
  await dialog.getByRole('row', { name: /Shipped already UPS 1Z-OLD → UPS 1Z-NEW/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(dialog, 'Ship 1 order, change 1').click()
  await toast(page, 'The tracking is changed')
  expect([await parcelOf(shipped), await parcelOf(pending), await parcelOf(untouched)]).toEqual([
    'UPS 1Z-NEW',
    'DPD 1Z-2',
    undefined,
  ])
  await page.keyboard.press('z')
  await toast(page, 'Undone')
  expect(await parcelOf(shipped)).toBe('UPS 1Z-OLD')
})

test('the list has one line an order in a wide window, and an order on the first screen of a phone', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register({ name: 'A Customer With A Name Of Some Length' })
  const product = await productAt(shop, 0)
  const order = await shop.pay(customer, await shop.order(customer, product))
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  const row = rowOf(page, order._id)
  await row.waitFor()
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await boxOf(row)).height, `height at ${width}`).toBeLessThanOrEqual(40)
  }
  expect((await boxOf(row)).width).toBeGreaterThan(1600)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => scrollTo(0, 0))
  const ends = await main(page)
    .locator('tbody > tr')
    .evaluateAll((rows) => rows.map((each) => each.getBoundingClientRect().bottom))
  expect(ends.filter((end) => end <= 800).length).toBeGreaterThanOrEqual(14)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => scrollTo(0, 0))
  const box = await boxOf(row)
  expect(box.y + box.height).toBeLessThan(740)
})

test('the list has the columns that the admin chose, and every action by a key', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shop.pay(customer, await shop.order(customer, await productAt(shop, 0)))
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  const row = rowOf(page, order._id)
  await row.waitFor()
  await page.keyboard.press('c')
  const columns = page.getByRole('group', { name: 'Columns' })
  expect(await axeViolations(page, [1280])).toEqual([])
  // Those of the specification cannot be hidden.
  expect(await columns.locator('label').allTextContents()).toEqual([
    ...['Placed', 'Customer', 'PO number', 'Country', 'Ships'],
  ])
  const saved = page.waitForResponse('**/api/order-columns')
  await columns.getByLabel('Customer').uncheck()
  await saved
  const savedToo = page.waitForResponse('**/api/order-columns')
  await columns.getByLabel('Country').check()
  await savedToo
  await page.keyboard.press('Escape')
  const heads = () => main(page).getByRole('columnheader').allTextContents()
  const chosen = [
    '#',
    'Id',
    'Placed',
    'Product',
    'Quantity',
    'Price',
    'Country',
    'Ships',
    'Payment',
    'Shifting',
  ]
  expect(await heads()).toEqual(chosen)
  const other = (await open({ as: admin, reducedMotion: 'reduce' })).page
  await other.goto('/dashboard/manageorders')
  await other.getByRole('columnheader', { name: 'Country' }).waitFor()
  await link(main(page), 'Price').click()
  await page.getByRole('table', { name: 'All orders, largest total first' }).waitFor()

  await choose(page, 0).check()
  await bar(page).getByText('1 chosen', { exact: true }).waitFor()
  const action = button(row, 'Pending')
  await action.focus()
  await page.keyboard.press('Tab')
  expect(await isFocused(button(bar(page), 'Mark shipped'))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  expect(await isFocused(action)).toBe(true)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of [
    'Mark the chosen orders shipped',
    'Packing slips of the chosen orders',
    'Choose columns',
  ])
    await keys.getByText(label).waitFor()
})

test('an order of ten lines is shipped in parts without scrolling, and leads to the other orders of its customer', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const products = await Promise.all(
    Array.from({ length: 10 }, () => shop.addProduct(admin, { quantity: 1000 })),
  )
  const body = orderOfLines(products.map((product) => ({ product, quantity: 100 })))
  const order = await shop.pay(customer, (await shop.call('POST', '/api/order', { as: customer, body })).body)
  const { page } = await open({
    as: admin,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  await page.goto(`/dashboard/order/${order._id}`)
  const ship = page.getByRole('region', { name: 'Ship' })
  const deed = ship.getByRole('button', { name: /^Ship/ })
  await deed.waitFor()
  const box = await boxOf(deed)
  expect(box.y + box.height).toBeLessThanOrEqual(800)
  expect(await ship.getByRole('columnheader').allTextContents()).toEqual([
    ...['Part', 'Ordered', 'Shipped', 'Left', 'Price', 'Ship now'],
  ])
  await button(ship, 'None').click()
  await deed.click()
  await ship.getByText('Name at least one piece that is left.').waitFor()
  await ship.getByLabel(`Pieces to ship of ${products[3]?.sku}`).fill('40')
  expect(await axeViolations(page)).toEqual([])
  await button(ship, 'Ship 40 pieces').click()
  await toast(page, '40 pieces are shipped')
  const rest = page.getByRole('region', { name: 'Ship the rest' })
  // A second click ships nothing: what ships next is chosen first.
  await button(rest, 'Ship').click()
  await rest.getByText('Name at least one piece that is left.').waitFor()
  await button(rest, 'Ship all that is left').click()
  await button(rest, 'Ship 960 pieces').waitFor()
  await button(rest, 'None').click()
  await button(rest, 'Ship').waitFor()
  await page.reload()
  await button(rest, 'Ship 960 pieces').waitFor()
  await link(main(page), 'All orders of the customer').click()
  await rowOf(page, order._id).waitFor()
  expect(new URL(page.url()).searchParams.get('email')).toBe(customer.email)
})
