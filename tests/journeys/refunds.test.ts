import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Order, OrderDetails } from '#features/orders/orders.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { boxOf, button, isFocused, main, productAt, toast } from './steps.ts'

const CALL = '**/api/order/*/refunds'

const dialog = (page: Page) => page.getByRole('dialog')

const refuse = (status: number, code: string, detail: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail, code }),
  })

async function paidOrder(shop: RunningShop): Promise<Order> {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  return shop.pay(customer, await shop.order(customer, product, 1000))
}

const read = async (shop: RunningShop, as: Person, orderId: string): Promise<OrderDetails> =>
  (await shop.call('GET', `/api/myorder/${orderId}`, { as })).body

async function fill(page: Page, amount: string, reason: string): Promise<void> {
  await page.getByLabel('Amount in dollars').fill(amount)
  await page.getByLabel('Reason').fill(reason)
}

test('an admin refunds a part once, after a refusal and a lost answer; nothing typed is lost', async ({
  open,
  shop,
  admin,
}) => {
  const { _id } = await paidOrder(shop)
  const { page, expectErrors } = await open({ as: admin })
  expectErrors(/\/api\/order\/.*\/refunds/)
  await page.goto(`/dashboard/order/${_id}`)
  await button(main(page), 'Refund').click()
  expect(await axeViolations(page)).toEqual([])
  await fill(page, '999999', '')
  await button(main(page), /^Refund \$/).click()
  await main(page)
    .getByText(/^At most \$[\d.]+ can be refunded\.$/)
    .waitFor()
  expect(await isFocused(page.getByLabel('Amount in dollars'))).toBe(true)
  await fill(page, '1', 'Two boxes arrived broken')
  await page.reload()
  expect(await page.getByLabel('Reason').inputValue()).toBe('Two boxes arrived broken')

  await page.route(CALL, refuse(409, 'refund_refused', 'Nothing was refunded. The provider says: no.'), {
    times: 1,
  })
  await button(main(page), 'Refund $1.00').click()
  expect(await isFocused(button(dialog(page), 'Do not refund'))).toBe(true)
  await dialog(page)
    .getByText(/^\$1\.00 of order .* cannot be undone\.$/)
    .waitFor()
  await button(dialog(page), 'Refund $1.00').click()
  await dialog(page).getByText('The provider says: no.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  // The refund is made, and its answer is lost.
  await page.route(
    CALL,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button(dialog(page), 'Refund $1.00').click()
  await dialog(page).getByText('The shop could not be reached.').waitFor()
  await page.reload()
  await main(page).getByRole('listitem').getByText('Two boxes arrived broken').waitFor()
  await button(main(page), 'Refund $1.00').click()
  await button(dialog(page), 'Refund $1.00').click()
  await toast(page, '$1.00 was refunded already')
  expect(await read(shop, admin, _id)).toMatchObject({ refundedAmount: 1, refunds: [{ state: 'succeeded' }] })
  expect(await isFocused(page.getByRole('heading', { name: 'Refunds' }))).toBe(true)
})

test('an admin is told of an unconfirmed refund, and refunds all with the pieces back to stock', async ({
  open,
  shop,
  admin,
}) => {
  const { _id, totalPrice, productId } = await paidOrder(shop)
  const stock = async () => (await shop.call('GET', `/api/order/${productId}`)).body.quantity
  const { page, expectErrors } = await open({ as: admin })
  expectErrors(/\/api\/order\/.*\/refunds/)
  await page.goto(`/dashboard/order/${_id}`)
  const unconfirmed = 'The payment provider has not confirmed the refund.'
  await page.route(CALL, refuse(503, 'refund_unconfirmed', unconfirmed), { times: 1 })
  await button(main(page), 'Refund').click()
  await fill(page, '2', 'A discount')
  await button(main(page), 'Refund $2.00').click()
  await button(dialog(page), 'Refund $2.00').click()
  await main(page).getByRole('status').getByText(unconfirmed).waitFor()

  const before = await stock()
  await button(main(page), 'Refund').click()
  await page.getByLabel('Reason').fill('The customer returns everything')
  await page.getByLabel('Restock 1,000 pieces not shipped yet').waitFor()
  expect(await page.getByLabel('Amount in dollars').inputValue()).toBe(totalPrice.toFixed(2))
  await button(main(page), /^Refund \$/).click()
  await dialog(page)
    .getByText(/1,000 pieces go back to stock\.$/)
    .waitFor()
  await button(dialog(page), /^Refund \$/).click()
  await main(page).getByText('Back in stock').waitFor()
  expect(await button(main(page), 'Refund').count()).toBe(0)
  expect(await button(main(page), /^Ship/).count()).toBe(0)
  expect(await stock()).toBe(before + 1000)
  expect(await read(shop, admin, _id)).toMatchObject({ refundedAmount: totalPrice, refundableAmount: 0 })
  expect(await axeViolations(page)).toEqual([])
})

test('an admin puts the pieces of a refunded order back to stock, and sees the stock before and after', async ({
  open,
  shop,
  admin,
}) => {
  const { _id, number, totalPrice: amount, productId } = await paidOrder(shop)
  const body = { amount, reason: 'Not wanted' }
  const headers = { 'Idempotency-Key': `refund of ${_id}` }
  await shop.call('POST', `/api/order/${_id}/refunds`, { as: admin, body, headers })
  const stock = async () => (await shop.call('GET', `/api/order/${productId}`)).body.quantity
  const before = await stock()
  const [from, some, to] = [0, 400, 1000].map((pieces) => (before + pieces).toLocaleString('en-US'))
  const { page } = await open({ as: admin })
  await page.goto(`/dashboard/order/${_id}`)
  await main(page).getByText(`Stock ${from} → ${to}`).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const field = main(page).getByLabel('Pieces to put back of')
  await field.fill('0')
  await button(main(page), 'Put back').click()
  await main(page).getByText('Name at least one piece that is left.').waitFor()
  await field.fill('400')
  const note = main(page).getByText(`Stock ${from} → ${some}`)
  await note.waitFor()
  // The field stands beside the part, as in the form that ships.
  expect((await boxOf(field)).x).toBeGreaterThan((await boxOf(note)).x + (await boxOf(note)).width)
  await button(main(page), 'Put back 400 pieces').click()
  expect(await isFocused(button(dialog(page), 'Keep them in the order'))).toBe(true)
  await dialog(page).getByText(`no longer part of what order ${number} ships`).waitFor()
  await button(dialog(page), 'Put back 400 pieces').click()
  await toast(page, '400 pieces are back in stock')
  await button(main(page), 'Put back 600 pieces').click()
  await button(dialog(page), 'Put back 600 pieces').click()
  await main(page).getByText('600 pieces put back to stock, not to be shipped any more').waitFor()
  expect(await button(main(page), /^Put back/).count()).toBe(0)
  expect(await stock()).toBe(before + 1000)
  expect(await axeViolations(page)).toEqual([])
})
