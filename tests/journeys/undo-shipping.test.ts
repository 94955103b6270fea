import { expect } from 'vitest'
import { orderOfLines } from '../support/customer.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { button, heading, main, productAt, rowOf, toast } from './steps.ts'

test('one click on Shipped reverts the order, which can be undone over a reload; what is no longer true goes', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shop.pay(customer, await shop.order(customer, await productAt(shop, 0)))
  const read = async () => (await shop.call('GET', `/api/myorder/${order._id}`, { as: admin })).body
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  const row = rowOf(page, order._id)
  const isShipped = page.getByText('Order is shipped').last()
  await button(row, 'Pending').click()
  await isShipped.waitFor()
  const { shipments } = await read()

  await button(row, 'Shipped').click()
  await toast(page, 'Order is reverted to pending')
  await isShipped.waitFor({ state: 'detached' })
  expect(await read()).toMatchObject({ status: 'pending', shipments: [] })
  await page.reload()
  await toast(page, 'Order is reverted to pending')
  await button(row, 'Pending').waitFor()
  await page.keyboard.press('z')
  await toast(page, 'Undone')
  await button(row, 'Shipped').waitFor()
  expect(await read()).toMatchObject({ status: 'shipped', shipments })

  await button(row, 'Shipped').click()
  const isReverted = page.getByText('Order is reverted to pending').last()
  await isReverted.waitFor()
  await button(row, 'Pending').click()
  await isShipped.waitFor()
  await isReverted.waitFor({ state: 'detached' })
})

test('of several orders that were shipped at once one is reverted, and the others can still be undone', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const paid = async () => shop.pay(customer, await shop.order(customer, product))
  const [one, other, third] = [await paid(), await paid(), await paid()]
  const statuses = () =>
    Promise.all([one, other, third].map(async (order) => (await shop.readOrder(admin, order)).status))
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  const boxes = main(page).getByRole('checkbox', { name: /^Choose order/ })
  await boxes.first().click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await button(page, 'Mark shipped').click()
  await toast(page, '3 orders are shipped')
  await button(rowOf(page, one._id), 'Shipped').click()
  await toast(page, '2 orders are shipped')
  await toast(page, 'Order is reverted to pending')
  await page
    .getByRole('status')
    .getByText('2 orders are shipped')
    .locator('..')
    .getByRole('button', { name: /^Undo/ })
    .click()
  await toast(page, 'Undone')
  expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
})

test('undoing a batch asks for what it shipped only, not for the order that was refused', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const paid = await shop.pay(customer, await shop.order(customer, product))
  const unpaid = await shop.order(customer, product)
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto('/dashboard/manageorders')
  for (const { number } of [paid, unpaid])
    await main(page)
      .getByRole('checkbox', { name: `Choose order ${number}` })
      .click()
  await button(page, 'Mark shipped').click()
  await main(page).getByText(`${unpaid.number}: not paid yet`).waitFor()
  await page.keyboard.press('z')
  await toast(page, 'Undone')
  expect(await page.getByText('Not undone').count()).toBe(0)
  expect((await shop.readOrder(admin, paid)).status).toBe('pending')
})

test('carrier and tracking number are changed after shipping, and the audit log names what they were', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const order = await shop.pay(customer, await shop.order(customer, await productAt(shop, 0)))
  const parcel = { carrier: 'DHL', tracking: 'JD 0146' }
  await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: parcel })
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto(`/dashboard/order/${order._id}`)
  await button(page, 'Change tracking').click()
  const form = page.getByRole('form', { name: 'Tracking' })
  const tracking = form.getByLabel('Tracking number')
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'tracking')
  expect(await tracking.inputValue()).toBe('JD 0146')
  await tracking.fill('JD 0147')
  await button(form, 'Cancel').click()
  await form.waitFor({ state: 'detached' })
  await main(page).getByText('JD 0146').waitFor()

  await button(page, 'Change tracking').click()
  await form.getByLabel('Carrier').fill('')
  await tracking.fill('1Z 999')
  expect(await axeViolations(page)).toEqual([])
  await tracking.press('Enter')
  await toast(page, 'The tracking is changed')
  await main(page).getByText('1Z 999').waitFor()
  expect(await main(page).getByText('JD 0146').count()).toBe(0)
  const [shipment] = (await shop.call('GET', `/api/myorder/${order._id}`, { as: admin })).body.shipments
  expect(shipment).toMatchObject({ tracking: '1Z 999' })
  expect(shipment).not.toHaveProperty('carrier')

  await page.goto('/dashboard/audit?kind=order.tracked')
  const change = main(page).getByRole('row').filter({ hasText: order.number })
  await change.waitFor()
  expect(await change.getByRole('listitem').allInnerTexts()).toEqual([
    `Shipment: ${shipment._id}`,
    'Carrier: DHL → none',
    'Tracking number: JD 0146 → 1Z 999',
  ])
})

test('a shipment is cancelled without a question on the page of the order, and restored', async ({
  open,
  shop,
  admin,
}) => {
  const customer = await shop.register()
  const lines = [
    { product: await productAt(shop, 0), quantity: 1000 },
    { product: await productAt(shop, 1), quantity: 2000 },
  ]
  const placed = await shop.call('POST', '/api/order', { body: orderOfLines(lines), as: customer })
  const order = await shop.pay(customer, placed.body)
  const part = { carrier: 'DHL', tracking: 'JD 0146', lines: [{ position: 0, quantity: 400 }] }
  await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: part })
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  await page.goto(`/dashboard/order/${order._id}`)
  await heading(page, `Order ${order.number}`).waitFor()
  await main(page).getByText('JD 0146').waitFor()
  await button(page, 'Cancel shipment').click()
  await toast(page, 'The shipment is cancelled')
  await main(page).getByText('JD 0146').waitFor({ state: 'detached' })
  await button(page, /^Undo/).click()
  await toast(page, 'Undone')
  await main(page).getByText('JD 0146').waitFor()
})
