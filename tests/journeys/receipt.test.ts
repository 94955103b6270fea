import { expect } from 'vitest'
import { formatTotal } from '#kit/money.ts'
import { GOOD_CARD, intentOf } from '../support/customer.ts'
import { axeViolations } from './axe.ts'
import { test } from './journey.ts'
import { createSale } from './sale.ts'
import { heading, main } from './steps.ts'

test('the receipt says whether its order is paid, partly or wholly refunded; a paid order cannot be cancelled', async ({
  open,
  shop,
  admin,
}) => {
  const { customer, order } = await createSale(shop, 3)
  const link = `/api/payment-link/${await shop.createLink(customer, order)}`
  const { clientSecret } = (await shop.call('POST', `${link}/payment-intent`)).body
  await shop.confirmCard(clientSecret, GOOD_CARD)
  await shop.call('PATCH', link, { body: { transactionId: intentOf(clientSecret) } })
  const { page } = await open()
  await page.goto(link.replace('/api/payment-link/', '/pay/'))
  await page.goto(await page.getByLabel('Address of the receipt').inputValue())
  await heading(page, `Receipt for order ${order.number}`).waitFor()
  const says = async (text: string) => {
    await page.reload()
    await main(page).getByText(text, { exact: true }).waitFor()
    expect(
      await main(page)
        .getByText(/^(This order is paid|Refunded|Partly refunded)/)
        .count(),
    ).toBe(1)
    expect(await axeViolations(page)).toEqual([])
  }
  await says('This order is paid.')
  const cancelled = await shop.call('DELETE', `/api/myorder/${order._id}`, { as: customer })
  expect(cancelled.status).toBe(409)
  await says('This order is paid.')

  const total = order.totalPrice
  const refund = async (amount: number) => {
    const headers = { 'Idempotency-Key': `receipt-${amount}` }
    const body = { amount, reason: 'Sent back' }
    const answer = await shop.call('POST', `/api/order/${order._id}/refunds`, { as: admin, body, headers })
    expect(answer.status).toBe(201)
  }
  await refund(1)
  await says(`Partly refunded: $1.00 of ${formatTotal(total)} went back.`)
  await refund(Math.round((total - 1) * 100) / 100)
  await says('Refunded: all of the money went back.')
  // What was bought stays on it.
  await main(page).getByText(order.product).first().waitFor()
  await main(page).getByText(formatTotal(total)).first().waitFor()
})
