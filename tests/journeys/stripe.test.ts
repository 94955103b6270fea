import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DECLINED_CARD, GOOD_CARD, intentOf } from '../support/customer.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'
import { startStripeHost } from '../support/stripe-host.ts'
import { test as base } from './journey.ts'
import { createSale, PAYMENT } from './sale.ts'
import { button, fillCard, main, payButton, rowOf, toast } from './steps.ts'

const THREE_D_SECURE_CARD = '4000002760003184'
const STRIPE_SCRIPT = 'https://js.stripe.com/**'

/** A test with a shop that has Stripe keys and uses the Stripe host of the test. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs.
  .extend('stripe', { scope: 'file' }, async ({}, { onCleanup }) => {
    const stripe = await startStripeHost()
    onCleanup(() => stripe[Symbol.asyncDispose]())
    return stripe
  })
  .extend('shop', { scope: 'file' }, async ({ stripe }, { onCleanup }) => {
    const resources = new AsyncDisposableStack()
    onCleanup(() => resources.disposeAsync())
    const storage = resources.use(await emptyStorage())
    const shop = resources.use(await startShop({ storage, seed: 'demo', environment: stripe.environment }))
    stripe.sendWebhooks(shop.url)
    return shop
  })

const recordHosts = (page: Page): string[] => {
  const hosts: string[] = []
  page.on('request', (request) => hosts.push(new URL(request.url()).host))
  return hosts
}

test('with Stripe keys a card is declined and another pays, both on the hosts of Stripe', async ({
  open,
  shop,
  stripe,
}) => {
  const sale = await createSale(shop, 0)
  const { page, expectErrors } = await open({ as: sale.customer })
  await stripe.routeBrowser(page.context())
  const hosts = recordHosts(page)
  await page.goto(PAYMENT.path(sale))
  await PAYMENT.loaded(page, sale).waitFor()
  expect(await main(page).getByText('Sandbox').count()).toBe(0)
  expectErrors(/^402 POST https:\/\/api\.stripe\.com\//)
  await fillCard(page, DECLINED_CARD)
  await payButton(page).click()
  await page.getByRole('alert').getByText('Your card was declined.').waitFor()
  await fillCard(page, GOOD_CARD)
  await payButton(page).click()
  await toast(page, 'Payment Successfully')
  const paid = await shop.call('GET', `/api/myorder/${sale.order._id}`, { as: sale.customer })
  expect(paid.body).toMatchObject({ paid: true, status: 'pending' })
  expect([...new Set(hosts)].sort()).toEqual([new URL(shop.url).host, 'api.stripe.com', 'js.stripe.com'])
  // The webhooks are signed with the configured secret.
  await expect.poll(() => stripe.webhooks.includes(200)).toBe(true)
  expect(stripe.webhooks.every((status) => status === 200)).toBe(true)
  expect((await shop.call('GET', '/sandbox/stripe/v1/payment_intents')).status).toBe(404)
})

test('a 3-D Secure authentication fails at first and then succeeds', async ({ open, shop, stripe }) => {
  const sale = await createSale(shop, 1)
  const { page } = await open({ as: sale.customer })
  await stripe.routeBrowser(page.context())
  await page.goto(PAYMENT.path(sale))
  await PAYMENT.loaded(page, sale).waitFor()
  for (const [choice, outcome] of [
    ['Fail authentication', page.getByRole('alert').getByText(/unable to authenticate/)],
    ['Complete authentication', page.getByText('Congrats! Your payment is completed.')],
  ] as const) {
    await fillCard(page, THREE_D_SECURE_CARD)
    await payButton(page).click()
    await page.getByRole('button', { name: choice }).click()
    await outcome.waitFor()
  }
})

test('a blocked or slow script of Stripe shows a message and the order', async ({ open, shop, stripe }) => {
  const sale = await createSale(shop, 2)
  const { page, expectErrors } = await open({ as: sale.customer })
  await stripe.routeBrowser(page.context())
  expectErrors(/ERR_FAILED GET https:\/\/js\.stripe\.com/)
  await page.route(STRIPE_SCRIPT, (route) => route.abort('failed'))
  await page.goto(PAYMENT.path(sale))
  await main(page).getByText('The card form could not be loaded').waitFor()
  await main(page).getByText(sale.product.name).first().waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  let loadScript = (): void => undefined
  const delay = new Promise<void>((resolve) => {
    loadScript = resolve
  })
  await page.unroute(STRIPE_SCRIPT)
  await page.route(STRIPE_SCRIPT, async (route) => {
    await delay
    await route.fallback()
  })
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await main(page).getByText('The card form takes long to load').waitFor()
  loadScript()
  await PAYMENT.loaded(page, sale).waitFor()
  expect(await main(page).getByText('The card form').count()).toBe(0)
})

test('an order that is refunded in the Stripe Dashboard is shown as refunded and cannot be shipped', async ({
  open,
  shop,
  stripe,
  admin,
}) => {
  const { customer, order } = await createSale(shop, 3)
  const intentId = intentOf(await shop.startPayment(customer, order))
  await stripe.owner.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
  const [mine, managed] = [await open({ as: customer }), await open({ as: admin })]
  await mine.page.goto('/dashboard/myorders')
  await managed.page.goto('/dashboard/manageorders')
  // Only the webhook reports the payment and the refund.
  for (const { page } of [mine, managed]) {
    await rowOf(page, order.product).getByText('Paid', { exact: true }).waitFor()
    expect(await rowOf(page, order.product).getByText('Refunded').count()).toBe(0)
  }
  await stripe.owner.refunds.create({ payment_intent: intentId })
  for (const { page } of [mine, managed]) {
    await rowOf(page, order.product).getByText('Refunded', { exact: true }).waitFor()
  }
  expect(await button(rowOf(managed.page, order.product), 'Pending').count()).toBe(0)
  await managed.page.getByRole('checkbox', { name: `Choose order ${order.number}` }).click()
  await button(managed.page, 'Mark shipped').click()
  await main(managed.page).getByText(`${order.number}: its money went back`, { exact: true }).waitFor()
})

test('an unmatched payment with a failed refund is shown to admins, not to the customer', async ({
  open,
  shop,
  stripe,
  admin,
}) => {
  const { customer, order } = await createSale(shop, 4)
  const [mine, managed] = [await open({ as: customer }), await open({ as: admin })]
  await mine.page.goto('/dashboard/myorders')
  await managed.page.goto('/dashboard/manageorders')
  const terms = { amount: 50, currency: 'usd', metadata: { orderId: order._id } }
  const { id } = await stripe.owner.paymentIntents.create(terms)
  await stripe.owner.paymentIntents.confirm(id, { payment_method: 'pm_card_refundFail' })
  // The refund fails after a few seconds.
  const row = rowOf(managed.page, order.product)
  await row.getByText('Refund failed', { exact: true }).waitFor({ timeout: 20_000 })
  await row.getByText('Not paid yet', { exact: true }).first().waitFor()
  await mine.page.reload()
  await rowOf(mine.page, order.product).waitFor()
  expect(await rowOf(mine.page, order.product).getByText('Refund failed').count()).toBe(0)
})
