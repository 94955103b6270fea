import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { test } from './journey.ts'
import { createSale, openPayment, PAGE_CALLS, type Sale } from './sale.ts'
import {
  atPayment,
  button,
  fillOrder,
  heading,
  main,
  payButton,
  placeOrder,
  productAt,
  rowOf,
  toast,
} from './steps.ts'

const SLOW_MS = 5000

/** Eight pages load at once. */
const SLOW = { timeout: 6 * SLOW_MS }

const delayCall = async (route: Route): Promise<void> => {
  await pause(SLOW_MS)
  await route.continue()
}

// spec: spinner, admin-spinner
test('a page shows its heading or a spinner while its calls are slow', async ({ open, shop }) => {
  const sale = await createSale(shop, 0)
  const { page: first } = await open({ as: sale.customer })
  const pages = PAGE_CALLS.map(async ([call, step]) => {
    const page = await first.context().newPage()
    await page.route(`**${call}`, delayCall)
    await page.goto(step.path(sale), SLOW)
    await main(page).getByRole('heading', { level: 1 }).or(main(page).getByText('Loading…')).first().waitFor()
    await step.loaded(page, sale).waitFor(SLOW)
  })
  await Promise.all(pages)
})

// spec: unpaid-buttons
test('slow actions happen once, also after repeated clicks', async ({ open, shop }) => {
  const customer = await shop.register()
  const [placed, paid, cancelled] = [
    await productAt(shop, 2),
    await productAt(shop, 3),
    await productAt(shop, 4),
  ]
  const paying = { customer, product: paid, order: await shop.order(customer, paid, 200) }
  await shop.order(customer, cancelled)
  const { page } = await open({ as: customer })
  await Promise.all([
    placeSlowly(page, placed),
    paySlowly(await page.context().newPage(), paying),
    cancelSlowly(await page.context().newPage(), cancelled),
  ])
  const { body } = await shop.call('GET', '/api/myorders', { as: customer })
  expect(body).toEqual([
    expect.objectContaining({ product: placed.name, paid: false }),
    expect.objectContaining({ product: paid.name, paid: true }),
  ])
})

async function placeSlowly(page: Page, product: Product): Promise<void> {
  await page.goto(`/order/${product._id}`)
  await fillOrder(page, 100)
  await page.route('**/api/order', delayCall)
  await placeOrder(page).dblclick()
  await placeOrder(page).click({ force: true })
  await page.getByLabel('Phone').press('Enter')
  expect(await heading(page, product.name).isVisible()).toBe(true)
  await atPayment(page)
}

async function paySlowly(page: Page, sale: Sale): Promise<void> {
  await openPayment(page, sale)
  await page.route('**/confirm', delayCall)
  await page.route('**/api/order/*', delayCall)
  await payButton(page).dblclick()
  await payButton(page).click({ force: true })
  await page.getByLabel('CVC').press('Enter')
  expect(await heading(page, 'Payment').isVisible()).toBe(true)
  // The card is charged; the call to the shop is still running.
  await page.getByText('Congrats! Your payment is completed.').waitFor()
  await toast(page, 'Payment Successfully')
}

async function cancelSlowly(page: Page, product: Product): Promise<void> {
  await page.goto('/dashboard/myorders')
  await button(rowOf(page, product.name), 'Cancel').click()
  await page.route('**/api/myorder/*', delayCall)
  const yes = button(page.getByRole('dialog', { name: 'Are you sure?' }), 'Yes')
  await yes.dblclick()
  await yes.click({ force: true })
  await toast(page, 'Order canceled successfully')
  await rowOf(page, product.name).waitFor({ state: 'detached' })
}
