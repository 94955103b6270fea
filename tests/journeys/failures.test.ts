import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import type { Visitor } from '../support/browser.ts'
import { GOOD_CARD, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import {
  atPath,
  button,
  fillCard,
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

interface Failure {
  readonly trouble: RegExp
  readonly fail: (route: Route) => Promise<void>
}

const FAILURES = {
  fail: { trouble: /^500 /, fail: (route) => route.fulfill({ status: 500 }) },
  'are out of reach': {
    trouble: /^net::ERR_INTERNET_DISCONNECTED /,
    fail: (route) => route.abort('internetdisconnected'),
  },
} satisfies Record<string, Failure>

const TROUBLES = Object.values(FAILURES).map(({ trouble }) => trouble)

const slowly = async (route: Route): Promise<void> => {
  await pause(SLOW_MS)
  await route.continue()
}

/** A customer with one order that waits to be paid. */
interface Sale {
  readonly customer: Person
  readonly product: Product
  readonly order: Order
}

async function beginSale(shop: RunningShop, place: number): Promise<Sale> {
  const customer = await shop.register()
  const product = await productAt(shop, place)
  return { customer, product, order: await shop.order(customer, product) }
}

/** A page on the way to a paid order, and what is there once everything that it loads has come. */
interface StepPage {
  readonly path: (sale: Sale) => string
  readonly whole: (page: Page, sale: Sale) => Locator
}

const ORDER: StepPage = {
  path: ({ product }) => `/order/${product._id}`,
  whole: (page) => placeOrder(page),
}
const MY_ORDERS: StepPage = {
  path: () => '/dashboard/myorders',
  whole: (page, { product }) => rowOf(page, product.name).getByRole('link', { name: 'Payment' }),
}
const PAYMENT: StepPage = {
  path: ({ order }) => `/dashboard/payment/${order._id}`,
  whole: (page) => main(page).getByRole('button', { name: /^Pay/, disabled: false }),
}

const LOADS: readonly (readonly [call: string, step: StepPage])[] = [
  ['/api/order/*', ORDER],
  ['/api/user/*', ORDER],
  ['/api/admin/*', MY_ORDERS],
  ['/api/myorders?*', MY_ORDERS],
  ['/api/myorder/*', PAYMENT],
  ['/api/config', PAYMENT],
  ['/api/create-payment-intent', PAYMENT],
]

describe('calls that a page loads from', () => {
  for (const [name, { trouble, fail }] of Object.entries(FAILURES)) {
    test(`${name}, one by one: the page says so and goes on`, async ({ open, shop }) => {
      const sale = await beginSale(shop, 0)
      const visitor = await open({ as: sale.customer })
      visitor.expectTrouble(trouble)
      const { page } = visitor
      for (const [call, step] of LOADS) {
        await page.route(`**${call}`, fail)
        await page.goto(step.path(sale))
        await main(page).getByRole('heading', { level: 1 }).waitFor()
        const again = button(main(page), 'Try again')
        const whole = step.whole(page, sale)
        await again.or(whole).first().waitFor()

        await page.unroute(`**${call}`)
        if (await again.isVisible()) await again.click()
        await whole.waitFor()
        await again.waitFor({ state: 'hidden' })
      }
    })
  }

  test('are slow: there is something to be seen meanwhile', async ({ open, shop }) => {
    const sale = await beginSale(shop, 0)
    const { page: first } = await open({ as: sale.customer })
    const pages = LOADS.map(async ([call, step]) => {
      const page = await first.context().newPage()
      await page.route(`**${call}`, slowly)
      await page.goto(step.path(sale))
      await main(page)
        .getByRole('heading', { level: 1 })
        .or(main(page).getByText('Loading…'))
        .first()
        .waitFor()
      await step.whole(page, sale).waitFor({ timeout: 3 * SLOW_MS })
    })
    await Promise.all(pages)
  })
})

test('placing an order that fails, or whose answer is lost, can be tried again and is done once', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 1)
  const visitor = await open({ as: customer })
  visitor.expectTrouble(...TROUBLES)
  const { page } = visitor
  await page.goto(`/order/${product._id}`)
  await fillOrder(page, 150)
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  }
  for (const fail of [FAILURES.fail.fail, FAILURES['are out of reach'].fail, loseAnswer]) {
    await page.route('**/api/order', fail)
    await placeOrder(page).click()
    await main(page).getByRole('alert').getByText(/./).waitFor()
    expect(await page.getByLabel('Quantity').inputValue()).toBe('150')
    await page.unroute('**/api/order')
  }
  await placeOrder(page).click()
  await rowOf(page, product.name).waitFor()
  await expectOneOrder(shop, customer, { quantity: 150, paid: false })
})

test('deeds that are slow are done once, however often they are asked for', async ({ open, shop }) => {
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

describe('paying', () => {
  test('with the provider away says so, charges nothing, and can be tried again', async ({ open, shop }) => {
    const sale = await beginSale(shop, 3)
    const visitor = await open({ as: sale.customer })
    visitor.expectTrouble(...TROUBLES)
    const { page } = visitor
    await opensPayment(page, sale)
    for (const { fail } of Object.values(FAILURES)) {
      await page.route('**/sandbox/stripe/v1/payment_intents/*/confirm', fail)
      await payButton(page).click()
      await main(page).getByRole('alert').getByText(/./).waitFor()
      await page.unroute('**/sandbox/stripe/v1/payment_intents/*/confirm')
      await PAYMENT.whole(page, sale).waitFor()
      await expectOneOrder(shop, sale.customer, { paid: false })
    }
    await payButton(page).dblclick()
    await toast(page, 'Payment Successfully')
    await expectOneOrder(shop, sale.customer, { paid: true, status: 'pending' })
  })

  test('with the shop not hearing of it never asks for a second charge: Try again settles', async ({
    open,
    shop,
  }) => {
    const sale = await beginSale(shop, 4)
    const { page } = await paysUnheard(await open({ as: sale.customer }), sale, 'fail')
    await page.unroute('**/api/order/*')
    await button(main(page), 'Try again').click()
    await toast(page, 'Payment Successfully')
    await atPath(page, '/dashboard')
    await expectOneOrder(shop, sale.customer, { paid: true, status: 'pending' })
  })

  test('with the shop not hearing of it: coming back settles', async ({ open, shop }) => {
    const sale = await beginSale(shop, 5)
    const { page } = await paysUnheard(await open({ as: sale.customer }), sale, 'are out of reach')
    await page.goto('/')
    await page.unroute('**/api/order/*')
    await page.goto(PAYMENT.path(sale))
    await page.getByText('Payment successfully done.').waitFor()
    const { transactionId } = await expectOneOrder(shop, sale.customer, { paid: true, status: 'pending' })
    await page.goto('/dashboard/myorders')
    await rowOf(page, sale.product.name)
      .getByText(transactionId ?? 'no transaction')
      .waitFor()
  })
})

test('cancelling that fails says so in the dialog and can be tried again', async ({ open, shop }) => {
  const sale = await beginSale(shop, 6)
  const visitor = await open({ as: sale.customer })
  visitor.expectTrouble(...TROUBLES)
  const { page } = visitor
  await page.goto('/dashboard/myorders')
  await button(rowOf(page, sale.product.name), 'Cancel').click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  for (const { fail } of Object.values(FAILURES)) {
    await page.route('**/api/myorder/*', fail)
    await button(dialog, 'Yes').click()
    await dialog.getByRole('alert').getByText(/./).waitFor()
    await page.unroute('**/api/myorder/*')
  }
  await button(dialog, 'Yes').click()
  await toast(page, 'Order canceled successfully')
  await rowOf(page, sale.product.name).waitFor({ state: 'detached' })
})

async function opensPayment(page: Page, sale: Sale): Promise<void> {
  await page.goto(PAYMENT.path(sale))
  await PAYMENT.whole(page, sale).waitFor()
  await fillCard(page, GOOD_CARD)
}

/** Pays while the call that tells the shop of it fails; the card was charged. */
async function paysUnheard(visitor: Visitor, sale: Sale, how: keyof typeof FAILURES): Promise<Visitor> {
  const { page } = visitor
  visitor.expectTrouble(FAILURES[how].trouble)
  await opensPayment(page, sale)
  await page.route('**/api/order/*', FAILURES[how].fail)
  await payButton(page).click()
  await page.getByText('Congrats! Your payment is completed.').waitFor()
  await button(main(page), 'Try again').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  return visitor
}

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

async function expectOneOrder(shop: RunningShop, customer: Person, as: Partial<Order>): Promise<Order> {
  const { body } = await shop.call('GET', '/api/myorders', { as: customer })
  expect(body).toEqual([expect.objectContaining(as)])
  return body[0]
}
