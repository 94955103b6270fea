import { expect } from 'vitest'
import { orderOfLines } from '../support/customer.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, heading, main, productAt, rowOf, toast } from './steps.ts'

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
  const part = { amount: 1, reason: 'A damaged bag' }
  expect((await call('refunds', part, { 'Idempotency-Key': 'part' })).status).toBe(201)
  await row.getByText('Partly refunded').waitFor()
  for (const width of [1024, 1152, 1280, 1439]) {
    await page.setViewportSize({ width, height: 800 })
    const tooWide = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(tooWide, `at ${width}`).toBeLessThanOrEqual(0)
    // About twelve characters.
    const { width: name } = await boxOf(row.getByText(product.name, { exact: true }))
    expect(name, `at ${width}`).toBeGreaterThan(80)
  }
  await page.goto(`/dashboard/order/${order._id}`)
  const ship = page.getByRole('region', { name: 'Ship the rest' })
  for (const text of ['PO-4711', 'No paper in the box, please.', 'Half today.'])
    await ship.getByText(text).waitFor()

  const refund = { amount: order.totalPrice - part.amount, reason: 'Not wanted' }
  expect(await call('refunds', refund, { 'Idempotency-Key': 'all' })).toMatchObject({ status: 201 })
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
    expect(await place.getByText(/pending/i).count(), path).toBe(0)
  }
  await page.goto(`/dashboard/order/${order._id}`)
  await heading(page, `Order ${order.number}`).waitFor()
  expect(await page.getByRole('cell', { name: '600', exact: true }).count()).toBe(0)
})

test('all orders that match are chosen, held longer and cancelled', { timeout: 120_000 }, async ({
  open,
  shop,
  admin,
}) => {
  const product = await productAt(shop, 0)
  const people = await Promise.all(Array.from({ length: 8 }, () => shop.register()))
  await Promise.all(
    people.map(async (customer) => {
      for (let count = 0; count < 7; count += 1) await shop.order(customer, product)
    }),
  )
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders?status=unpaid')
  const bar = page.getByRole('region', { name: 'Chosen orders' })
  const chooseAll = async () => {
    await main(page).getByLabel('Choose all 50 shown').check()
    await button(main(page), 'Choose all 56 that match').click()
    await bar.getByText('56 chosen', { exact: true }).waitFor()
  }
  await chooseAll()
  await button(bar, 'Hold longer').click()
  await page.getByLabel('Hold from now for').selectOption('3')
  expect(await axeViolations(page, [1280])).toEqual([])
  await button(page.getByRole('dialog'), 'Hold 56 orders').click()
  await toast(page, '56 orders held longer')
  await chooseAll()
  await button(bar, 'Cancel').click()
  await button(page.getByRole('dialog'), 'Cancel 56 orders').click()
  await toast(page, '56 orders cancelled')
  await main(page).getByText('0 orders').first().waitFor()
})
