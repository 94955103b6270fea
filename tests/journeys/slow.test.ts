import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { test } from './journey.ts'
import { beginSale, LOADS, opensPayment, type Sale } from './sale.ts'
import { button, fillOrder, heading, main, payButton, placeOrder, productAt, rowOf, toast } from './steps.ts'

const SLOW_MS = 5000

const slowly = async (route: Route): Promise<void> => {
  await pause(SLOW_MS)
  await route.continue()
}

test('a page shows its heading or a spinner while its calls are slow', async ({ open, shop }) => {
  const sale = await beginSale(shop, 0)
  const { page: first } = await open({ as: sale.customer })
  const pages = LOADS.map(async ([call, step]) => {
    const page = await first.context().newPage()
    await page.route(`**${call}`, slowly)
    await page.goto(step.path(sale))
    await main(page).getByRole('heading', { level: 1 }).or(main(page).getByText('Loading…')).first().waitFor()
    await step.whole(page, sale).waitFor({ timeout: 3 * SLOW_MS })
  })
  await Promise.all(pages)
})

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
    placesSlowly(page, placed),
    paysSlowly(await page.context().newPage(), paying),
    cancelsSlowly(await page.context().newPage(), cancelled),
  ])
  const { body } = await shop.call('GET', '/api/myorders', { as: customer })
  expect(body).toEqual([
    expect.objectContaining({ product: placed.name, paid: false }),
    expect.objectContaining({ product: paid.name, paid: true }),
  ])
})

async function placesSlowly(page: Page, product: Product): Promise<void> {
  await page.goto(`/order/${product._id}`)
  await fillOrder(page, 100)
  await page.route('**/api/order', slowly)
  await placeOrder(page).dblclick()
  await placeOrder(page).click({ force: true })
  await page.getByLabel('Phone').press('Enter')
  expect(await heading(page, product.name).isVisible()).toBe(true)
  await rowOf(page, product.name).waitFor()
}

async function paysSlowly(page: Page, sale: Sale): Promise<void> {
  await opensPayment(page, sale)
  await page.route('**/confirm', slowly)
  await page.route('**/api/order/*', slowly)
  await payButton(page).dblclick()
  await payButton(page).click({ force: true })
  await page.getByLabel('CVC').press('Enter')
  expect(await heading(page, 'Payment').isVisible()).toBe(true)
  // The card is charged by now, and the shop has yet to hear of it.
  await page.getByText('Congrats! Your payment is completed.').waitFor()
  await toast(page, 'Payment Successfully')
}

async function cancelsSlowly(page: Page, product: Product): Promise<void> {
  await page.goto('/dashboard/myorders')
  await button(rowOf(page, product.name), 'Cancel').click()
  await page.route('**/api/myorder/*', slowly)
  const yes = button(page.getByRole('dialog', { name: 'Are you sure?' }), 'Yes')
  await yes.dblclick()
  await yes.click({ force: true })
  await toast(page, 'Order canceled successfully')
  await rowOf(page, product.name).waitFor({ state: 'detached' })
}
