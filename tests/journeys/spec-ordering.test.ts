import { describe, expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { test } from './journey.ts'
import {
  accessToken,
  fillOrder,
  heading,
  isFocused,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  toastDuration,
} from './steps.ts'

describe('the order page', () => {
  // spec: order-page, order-form, quantity-placeholder, order-required
  test('shows the part, and fields that a customer cannot choose are read-only', async ({ open, shop }) => {
    const product = await productAt(shop, 0)
    const { page } = await open({ as: await shop.register() })
    await page.goto(`/order/${product._id}`)
    await heading(page, product.name).waitFor()
    await main(page).getByRole('img', { name: product.name }).waitFor()
    for (const text of [product._id, product.description])
      await main(page).getByText(text, { exact: true }).waitFor()
    await main(page)
      .getByRole('cell', { name: `${formatPrice(product.price)} per piece`, exact: true })
      .waitFor()
    const form = page.getByRole('form', { name: 'Order' })
    for (const label of ['Product name', 'Price', 'Name', 'Email']) {
      expect(await form.getByLabel(label, { exact: true }).getAttribute('readonly'), label).not.toBe(null)
    }
    expect(await form.getByLabel('Quantity').getAttribute('placeholder')).toBe('Minimum 100 pieces')
    await placeOrder(page).click()
    await form.getByText('The phone number is required.').waitFor()
    await form.getByText('The address is required.').waitFor()
  })

  // spec: error-toasts
  test('shows a toast below the minimum for four seconds, and at most twenty toasts', async ({
    open,
    shop,
  }) => {
    const product: Product = await productAt(shop, 0)
    const { page } = await open({ as: await shop.register() })
    await page.goto(`/order/${product._id}`)
    await fillOrder(page, 99)
    await placeOrder(page).click()
    const { shownMs, leavingMs } = await toastDuration(page, 'Quantity should be greater then 100')
    expect(shownMs).toBeGreaterThan(3500)
    expect(shownMs).toBeLessThan(5500)
    expect(leavingMs).toBeGreaterThan(700)
    expect(leavingMs).toBeLessThan(2000)
    for (let count = 0; count < 24; count += 1) {
      await page.getByLabel('Quantity').fill('99')
      await page.getByLabel('Quantity').press('Enter')
    }
    expect(await page.locator('.toast:not(.leaving)').count()).toBeLessThanOrEqual(20)
    expect(await accessToken(page)).not.toBe(null)
  })
})

// spec: my-orders, payment-summary, pay-disabled, get-myorder
test('the payment page summarizes the order, and Pay is disabled until the intent is ready', async ({
  open,
  shop,
}) => {
  const customer = await shop.register({ name: 'Sample Payer' })
  const product = await productAt(shop, 0)
  const order = await shop.order(customer, product, 250)
  const { page } = await open({ as: customer })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/create-payment-intent', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/dashboard/payment/${order._id}`)
  const summary = main(page).getByRole('region', { name: 'Order' })
  const facts = [product.name, 'Sample Payer', '250 pieces', formatTotal(order.totalPrice)]
  for (const fact of facts) await summary.getByText(fact, { exact: true }).waitFor()
  await summary.getByRole('heading', { name: `Order ${order.number}`, exact: true }).waitFor()
  await page.getByLabel('Card number').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  release()
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('CVC').fill('123')
  await payButton(page).click()
  // The message is at the field that is wrong, and nowhere else.
  const expiry = page.getByLabel('Expiration date')
  const message = main(page).getByText("Your card's expiration date is incomplete.")
  await message.waitFor()
  expect(await message.count()).toBe(1)
  expect(await expiry.getAttribute('aria-describedby')).toBe(await message.getAttribute('id'))
  expect(await isFocused(expiry)).toBe(true)
  await page.goto('/dashboard/myorders')
  await rowOf(page, product.name).waitFor()
  const columns = ['#', 'Id', 'Product', 'Quantity', 'Price', 'Payment', 'Cancel']
  expect(await main(page).getByRole('columnheader').allTextContents()).toEqual(columns)
})
