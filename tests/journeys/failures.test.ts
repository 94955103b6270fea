import type { Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Order } from '#features/orders/orders.ts'
import type { BrowserWindow } from '../support/browser.ts'
import type { Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import { createSale, openPayment, PAGE_CALLS, PAYMENT, type Sale } from './sale.ts'
import {
  atPath,
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

interface Failure {
  readonly error: RegExp
  readonly fail: (route: Route) => Promise<void>
}

const FAILURES = {
  'server error': { error: /^500 /, fail: (route) => route.fulfill({ status: 500 }) },
  offline: {
    error: /^net::ERR_INTERNET_DISCONNECTED /,
    fail: (route) => route.abort('internetdisconnected'),
  },
} satisfies Record<string, Failure>

const ERRORS = Object.values(FAILURES).map(({ error }) => error)

describe('the calls of a page', () => {
  for (const [name, { error, fail }] of Object.entries(FAILURES)) {
    // spec: other-failures
    test(`fail one by one (${name}): the page shows an error and Try again works`, async ({ open, shop }) => {
      const sale = await createSale(shop, 0)
      const browserWindow = await open({ as: sale.customer })
      browserWindow.expectErrors(error)
      const { page } = browserWindow
      for (const [call, step] of PAGE_CALLS) {
        await page.route(`**${call}`, fail)
        await page.goto(step.path(sale))
        await main(page).getByRole('heading', { level: 1 }).waitFor()
        const again = button(main(page), 'Try again')
        const loaded = step.loaded(page, sale)
        await again.or(loaded).first().waitFor()

        await page.unroute(`**${call}`)
        if (await again.isVisible()) await again.click()
        await loaded.waitFor()
        await again.waitFor({ state: 'hidden' })
      }
    })
  }
})

test('a failing list of parts on the home page shows an error and can be tried again', async ({ open }) => {
  const browserWindow = await open()
  browserWindow.expectErrors(...ERRORS)
  const { page } = browserWindow
  for (const { fail } of Object.values(FAILURES)) {
    await page.goto('/blog')
    await page.route('**/_.data?*', fail)
    await page.getByRole('link', { name: 'Home' }).click()
    await heading(page, 'Something went wrong').waitFor()
    await page.unroute('**/_.data?*')
    await button(main(page), 'Try again').click()
    await heading(page, 'Healthy Food').waitFor()
  }
})

test('placing an order that fails, or loses its answer, can be tried again and happens once', async ({
  open,
  shop,
}) => {
  const customer = await shop.register()
  const product = await productAt(shop, 1)
  const browserWindow = await open({ as: customer })
  browserWindow.expectErrors(...ERRORS)
  const { page } = browserWindow
  await page.goto(`/order/${product._id}`)
  await fillOrder(page, 150)
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  }
  for (const fail of [FAILURES['server error'].fail, FAILURES.offline.fail, loseAnswer]) {
    await page.route('**/api/order', fail)
    await placeOrder(page).click()
    await main(page).getByRole('alert').getByText(/./).waitFor()
    expect(await page.getByLabel('Quantity').inputValue()).toBe('150')
    await page.unroute('**/api/order')
  }
  await placeOrder(page).click()
  await atPayment(page)
  await expectOneOrder(shop, customer, { quantity: 150, paid: false })
})

describe('paying', () => {
  // spec: card-script
  test('without a connection to the provider shows an error, charges nothing, and can be tried again', async ({
    open,
    shop,
  }) => {
    const sale = await createSale(shop, 3)
    const browserWindow = await open({ as: sale.customer })
    browserWindow.expectErrors(...ERRORS)
    const { page } = browserWindow
    await openPayment(page, sale)
    for (const { fail } of Object.values(FAILURES)) {
      await page.route('**/sandbox/stripe/v1/payment_intents/*/confirm', fail)
      await payButton(page).click()
      await main(page).getByRole('alert').getByText(/./).waitFor()
      await page.unroute('**/sandbox/stripe/v1/payment_intents/*/confirm')
      await PAYMENT.loaded(page, sale).waitFor()
      await expectOneOrder(shop, sale.customer, { paid: false })
    }
    await payButton(page).dblclick()
    await toast(page, 'Payment Successfully')
    await expectOneOrder(shop, sale.customer, { paid: true, status: 'pending' })
  })

  test('never charges twice when the call to the shop fails: Try again settles the order', async ({
    open,
    shop,
  }) => {
    const sale = await createSale(shop, 4)
    const { page } = await payWithFailingCall(await open({ as: sale.customer }), sale, 'server error')
    await page.unroute('**/api/order/*')
    await button(main(page), 'Try again').click()
    await toast(page, 'Payment Successfully')
    await atPath(page, '/dashboard')
    await expectOneOrder(shop, sale.customer, { paid: true, status: 'pending' })
  })

  test('when the call to the shop fails: opening the page again settles the order', async ({
    open,
    shop,
  }) => {
    const sale = await createSale(shop, 5)
    const browserWindow = await open({ as: sale.customer })
    // The webhook can arrive while the page loads, after the unpaid order and before the intent.
    browserWindow.expectErrors(/^409 POST \/api\/create-payment-intent$/)
    const { page } = await payWithFailingCall(browserWindow, sale, 'offline')
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

test('an order that was paid in another tab shows that it is paid and is not charged again', async ({
  open,
  shop,
}) => {
  const sale = await createSale(shop, 5)
  const browserWindow = await open({ as: sale.customer })
  browserWindow.expectErrors(/^409 POST \/api\/create-payment-intent$/)
  const { page } = browserWindow
  const paid = await shop.pay(sale.customer, sale.order)
  await page.route('**/api/myorder/*', (route) => route.fulfill({ json: sale.order }), { times: 1 })
  await page.goto(PAYMENT.path(sale))
  await main(page).getByText('Payment successfully done.').waitFor()
  await main(page)
    .getByText(paid.transactionId ?? 'no transaction')
    .waitFor()
  expect(await payButton(page).count()).toBe(0)
})

test('a failed cancellation shows an error in the dialog and can be tried again', async ({ open, shop }) => {
  const sale = await createSale(shop, 6)
  const browserWindow = await open({ as: sale.customer })
  browserWindow.expectErrors(...ERRORS)
  const { page } = browserWindow
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

/** Pays while the call that reports the payment to the shop fails. The card is charged. */
async function payWithFailingCall(
  browserWindow: BrowserWindow,
  sale: Sale,
  how: keyof typeof FAILURES,
): Promise<BrowserWindow> {
  const { page } = browserWindow
  browserWindow.expectErrors(FAILURES[how].error)
  await openPayment(page, sale)
  await page.route('**/api/order/*', FAILURES[how].fail)
  await payButton(page).click()
  await page.getByText('Congrats! Your payment is completed.').waitFor()
  await button(main(page), 'Try again').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  return browserWindow
}

async function expectOneOrder(shop: RunningShop, customer: Person, as: Partial<Order>): Promise<Order> {
  const { body } = await shop.call('GET', '/api/myorders', { as: customer })
  expect(body).toEqual([expect.objectContaining(as)])
  return body[0]
}
