import { expect } from 'vitest'
import { orderOfLines } from '../support/customer.ts'
import { test } from './journey.ts'
import { button, heading, main, productAt, rowOf } from './steps.ts'

test('what to know before packing is in the row and above Ship; a refunded order is no longer pending, for nobody', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const body = {
    ...orderOfLines([{ product, quantity: 1000 }]),
    poNumber: 'PO-4711',
    note: 'No paper in the box, please.',
  }
  const placed = (await shop.call('POST', '/api/order', { body, as: customer })).body
  const order = await shop.pay(customer, placed)
  const call = (path: string, sent: object, headers = {}) =>
    shop.call('POST', `/api/order/${order._id}/${path}`, { as: admin, body: sent, headers })
  await call('notes', { text: 'Half today.' })
  await call('shipments', { lines: [{ position: 0, quantity: 400 }] })

  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  const row = rowOf(page, order._id)
  for (const text of ['PO-4711', 'No paper in the box, please.', 'Half today.'])
    await row.getByText(text).waitFor()
  await row.getByText('Partly shipped').waitFor()
  await page.goto(`/dashboard/order/${order._id}`)
  const ship = page.getByRole('region', { name: 'Ship the rest' })
  for (const text of ['PO-4711', 'No paper in the box, please.', 'Half today.'])
    await ship.getByText(text).waitFor()

  const refund = { amount: order.totalPrice, reason: 'Not wanted' }
  expect((await call('refunds', refund, { 'Idempotency-Key': 'all' })).status).toBe(201)
  const own = (await open({ as: customer })).page
  for (const [reader, path] of [
    [page, '/dashboard/manageorders'],
    [page, `/dashboard/order/${order._id}`],
    [own, '/dashboard/myorders'],
    [own, `/dashboard/order/${order._id}`],
  ] as const) {
    await reader.goto(path)
    const place = path.includes('/order/') ? main(reader) : rowOf(reader, order._id)
    await place.getByText('Refunded', { exact: true }).first().waitFor()
    expect(await place.getByText('Partly shipped').count(), path).toBe(0)
    expect(await place.getByText('Pending', { exact: true }).count(), path).toBe(0)
    expect(await button(place, 'Pending').count(), path).toBe(0)
  }
  await page.goto(`/dashboard/order/${order._id}`)
  await heading(page, `Order ${order.number}`).waitFor()
  expect(await page.getByRole('cell', { name: '600', exact: true }).count()).toBe(0)
})
