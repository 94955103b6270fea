import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { RunningShop } from '../support/running-shop.ts'
import { test } from './journey.ts'
import { createSale, openPayment, PAYMENT, type Sale } from './sale.ts'
import { button, main, payButton, rowOf, toast } from './steps.ts'

const PROCESSING_CARD = '4000000000008807'
const CONFIRM = '**/sandbox/stripe/v1/payment_intents/*/confirm'
const REFUSED_CONFIRM = /^400 POST \/sandbox\/stripe\/v1\/payment_intents\/\S+\/confirm$/

const congrats = (page: Page) => main(page).getByText('Congrats! Your payment is completed.')
const paidAlready = (page: Page) => main(page).getByText('This order was paid already.')

async function expectPaidAlready(page: Page, transactionId: string): Promise<void> {
  await paidAlready(page).waitFor()
  await main(page).getByText('The card on this page was not used.').waitFor()
  await main(page).getByText(transactionId).waitFor()
  expect(await congrats(page).count()).toBe(0)
  expect(await payButton(page).isDisabled()).toBe(true)
}

async function transactionOf(shop: RunningShop, { customer, order }: Sale): Promise<string> {
  const { body } = await shop.call('GET', `/api/myorder/${order._id}`, { as: customer })
  expect(body.paid).toBe(true)
  return body.transactionId
}

/** The page does not hear from the shop that the order was paid meanwhile. */
const withoutNews = (page: Page, { order }: Sale) =>
  page.route('**/api/myorder/*', (route) => route.fulfill({ json: order }))

test('a second tab stops offering to pay an order that was paid elsewhere', async ({ open, shop }) => {
  const sale = await createSale(shop, 5)
  const { page: payment } = await open({ as: sale.customer })
  const orderPage = await payment.context().newPage()
  await openPayment(payment, sale)
  await orderPage.goto(`/dashboard/order/${sale.order._id}`)
  const offer = main(orderPage).getByRole('link', { name: /^Pay / })
  await offer.waitFor()
  await shop.pay(sale.customer, sale.order)
  const timeout = 5000
  await Promise.all([
    paidAlready(payment).waitFor({ timeout }),
    offer.waitFor({ state: 'detached', timeout }),
  ])
  await expectPaidAlready(payment, await transactionOf(shop, sale))
  expect(await main(payment).getByText('Held until').count()).toBe(0)
})

// attack: double-payment
test('when two tabs pay one order, the second shows that it was paid already and that its card was not used', async ({
  open,
  shop,
}) => {
  const sale = await createSale(shop, 0)
  const browserWindow = await open({ as: sale.customer })
  browserWindow.expectErrors(REFUSED_CONFIRM)
  const first = browserWindow.page
  const second = await first.context().newPage()
  for (const page of [first, second]) await openPayment(page, sale)
  await withoutNews(second, sale)
  await payButton(first).click()
  await congrats(first).waitFor()
  await toast(first, 'Payment Successfully')

  await payButton(second).click()
  await expectPaidAlready(second, await transactionOf(shop, sale))
  await second.unroute('**/api/myorder/*')
  await main(second).getByRole('link', { name: 'My Orders' }).last().click()
  await rowOf(second, sale.product.name).getByText('Paid', { exact: true }).waitFor()
})

test('a tab that gets the focus shows that another tab has paid or cancelled the order', async ({
  open,
  shop,
}) => {
  const [paid, cancelled] = [await createSale(shop, 1), await createSale(shop, 2)]
  for (const sale of [paid, cancelled]) {
    const browserWindow = await open({ as: sale.customer })
    browserWindow.expectErrors(/^404 /)
    const { page } = browserWindow
    await openPayment(page, sale)
    if (sale === paid) await shop.pay(sale.customer, sale.order)
    else await shop.call('DELETE', `/api/myorder/${sale.order._id}`, { as: sale.customer })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    if (sale === paid) await expectPaidAlready(page, await transactionOf(shop, sale))
    else await main(page).getByText('This order is cancelled, so it cannot be paid.').waitFor()
  }
})

// attack: double-payment
test('when the answer of a successful payment is lost, paying again shows that the payment is done', async ({
  open,
  shop,
}) => {
  const sale = await createSale(shop, 3)
  const browserWindow = await open({ as: sale.customer })
  browserWindow.expectErrors(REFUSED_CONFIRM, /^net::ERR_INTERNET_DISCONNECTED /)
  const { page } = browserWindow
  await openPayment(page, sale)
  await withoutNews(page, sale)
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  }
  await page.route(CONFIRM, loseAnswer)
  await payButton(page).click()
  await main(page).getByRole('alert').getByText(/./).waitFor()
  await page.unroute(CONFIRM)
  await PAYMENT.loaded(page, sale).waitFor()
  await payButton(page).click()
  await congrats(page).waitFor()
  expect(await paidAlready(page).count()).toBe(0)
  await main(page)
    .getByText(await transactionOf(shop, sale))
    .waitFor()
  expect(await button(main(page), 'Try again').count()).toBe(0)
})

test('a processing payment of another tab completes on the page that finds it', async ({ open, shop }) => {
  const sale = await createSale(shop, 4)
  const { page } = await open({ as: sale.customer })
  await openPayment(page, sale)
  const clientSecret = await shop.startPayment(sale.customer, sale.order)
  expect((await shop.confirmCard(clientSecret, PROCESSING_CARD)).body.status).toBe('processing')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await main(page).getByText('Your payment is being processed.').waitFor()
  await congrats(page).waitFor()
})
