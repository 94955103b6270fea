import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/schema.ts'
import { lineTotal } from '#features/pricing/price-line.ts'
import { formatTotal } from '#kit/money.ts'
import { GOOD_CARD, orderOfLines, PASSWORD } from '../support/customer.ts'
import { counter } from './counter.ts'
import { test } from './journey.ts'
import {
  atPayment,
  button,
  fillCard,
  heading,
  hydrated,
  link,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

const ADDRESS = {
  name: 'Sample Buyer',
  street: '2 Congress Avenue',
  city: 'Austin',
  region: 'TX',
  postcode: '78701',
  country: 'US',
  phone: '+1 555 0142',
}

test('a visitor without an account has paid an order after fourteen actions', async ({ open, shop }) => {
  const product = await productAt(shop, 0)
  const { page } = await open({ reducedMotion: 'reduce' })
  const { act, counted } = counter(page)
  const field = (name: string) => main(page).getByLabel(name, { exact: true })
  await page.goto('/')
  await act(() =>
    page.getByRole('article').filter({ hasText: product.name }).getByRole('link', { name: 'Order' }).click(),
  )
  await page.waitForURL(/\/login/)
  await act(() => link(main(page), 'Register').click())
  await act(() => field('Full name').fill('Sample Newcomer'))
  await act(() => field('Email').fill('fourteen-actions@example.com'))
  await act(() => field('Password').fill(PASSWORD))
  await act(() => main(page).getByLabel('I accept the terms').check())
  await act(() => button(main(page), 'Register').click())
  await page.waitForURL(`**/order/${product._id}`)
  await hydrated(page)
  await act(() => field('Phone').fill('+1 555 0100'))
  await act(() => field('Address').fill('1 Sample Street, Sample Town'))
  await act(() => placeOrder(page).click())
  await atPayment(page)
  await act(() => fillCard(page, GOOD_CARD), 3)
  await act(() => payButton(page).click())
  await toast(page, 'Payment Successfully')
  expect(counted()).toEqual({
    actions: 14,
    pages: ['/', '/login', '/register', `/order/${product._id}`, '/dashboard/payment'],
  })
})

/** Orders what is in My Orders again and pays it: counts what a customer does. */
async function orderAgain(page: Page, product: Product, number: string, checkOut: Locator, own?: string) {
  const { act, counted } = counter(page)
  await page.goto('/dashboard/myorders')
  await act(() => link(rowOf(page, product.name), number).click())
  await act(() => link(main(page), 'Order again').click())
  await heading(page, 'Order again').waitFor()
  if (own) await main(page).getByText(`Your part number: ${own}`, { exact: true }).waitFor()
  await act(() => checkOut.click())
  await placeOrder(page).waitFor()
  if (own) await main(page).getByText(`Your part number: ${own}`, { exact: true }).waitFor()
  await act(() => placeOrder(page).and(page.locator(':enabled')).click())
  await atPayment(page)
  await act(() => fillCard(page, GOOD_CARD), 3)
  await act(() => payButton(page).click())
  await toast(page, 'Payment Successfully')
  return counted().actions
}

test('an order is ordered again from My Orders and paid after eight actions; what else is in the cart stays', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const [product, other, third] = await Promise.all([1, 2, 3].map((index) => productAt(shop, index)))
  if (!product || !other || !third) throw new Error('The catalogue has four parts.')
  const { number } = await shop.pay(customer, await shop.order(customer, product, 300))
  const { page } = await open({ as: customer, reducedMotion: 'reduce' })
  expect(await orderAgain(page, product, number, link(main(page), 'Check out'))).toBe(8)

  const { lines: placed, ...sent } = orderOfLines([{ product: other, quantity: 200 }])
  const { body } = await shop.call('POST', '/api/order', {
    body: { ...sent, lines: placed.map((line) => ({ ...line, own: 'OWN-7' })), deliverTo: ADDRESS },
    as: customer,
  })
  await shop.pay(customer, body)
  // One part has other pieces in the cart, another one is only there.
  const lines = [
    { productId: other._id, quantity: 700 },
    { productId: third._id, quantity: 400 },
  ]
  await shop.call('PUT', '/api/cart', { body: { lines }, as: customer })
  expect(await orderAgain(page, other, body.number, button(main(page), 'Check out'), 'OWN-7')).toBe(8)

  const ordered = (await shop.call('GET', '/api/myorders', { as: customer })).body
  expect(ordered.map(({ lines: [line], paid }: Order) => [line?.sku, line?.quantity, paid])).toEqual([
    [other.sku, 200, true],
    [other.sku, 200, true],
    [product.sku, 300, true],
    [product.sku, 300, true],
  ])
  expect((await shop.call('GET', '/api/cart', { as: customer })).body.lines).toMatchObject([lines[1]])
})

test('half of the pieces of an order are refunded in six actions', async ({ open, shop, admin }) => {
  const customer = await shop.register()
  const product = await productAt(shop, 0)
  const { _id } = await shop.pay(customer, await shop.order(customer, product, 1000))
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  const { act, counted } = counter(page)
  await page.goto(`/dashboard/order/${_id}`)
  await act(() => button(main(page), 'Refund').click())
  await act(() => page.getByRole('radio', { name: 'By line' }).check())
  await act(() => page.getByLabel(/^Pieces to refund of/).fill('500'))
  await act(() => page.getByLabel('Reason').fill('Half of the boxes arrived broken'))
  const refund = /^Refund \$/
  await act(() => button(main(page), refund).click())
  await act(() => button(page.getByRole('dialog'), refund).click())
  const half = lineTotal(product, 1000) / 2
  await toast(page, `${formatTotal(half)} refunded`)
  expect(counted()).toMatchObject({ actions: 6 })
  const { body } = await shop.call('GET', `/api/myorder/${_id}`, { as: admin })
  expect(body.refundedAmount).toBe(half)
})

test('the papers of a month and their list are saved in four actions', async ({ open, shop, admin }) => {
  const customer = await shop.register()
  const { number } = await shop.pay(customer, await shop.order(customer, await productAt(shop, 0), 1000))
  const [{ invoice }] = (await shop.call('GET', '/api/myorders', { as: customer })).body
  const { page } = await open({ as: admin, reducedMotion: 'reduce' })
  const { act, counted } = counter(page)
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await act(() => button(main(page), name).click())
    return readFile(await (await download).path())
  }
  await page.goto('/dashboard/overview')
  await act(() => link(page, 'Invoices').click())
  await act(() => main(page).getByLabel('Issued').selectOption('This month'))
  await link(main(page), 'Without This month').waitFor()
  const papers = Object.keys(unzipSync(await saved('PDF and XML')))
  expect(papers).toContain(`${invoice}.pdf`)
  expect(String(await saved('Export CSV'))).toContain(number)
  expect(counted()).toMatchObject({ actions: 4 })
})
