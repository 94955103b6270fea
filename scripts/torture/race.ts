import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { type Answer, GOOD_CARD, intentOf, orderFor, orderOfLines } from '../../tests/support/customer.ts'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { type Customers, createCustomers, summarize } from './customers.ts'
import { openShopInFuture, type ShopInFuture } from './jobs.ts'
import { expectStatus, type Part } from './options.ts'
import { cancel, newOrderOf, pay, place, type Shopper } from './shopper.ts'

const CUSTOMERS = 50
const STOCK = 300
const LIST_LENGTH = 20
const MINUTES_AHEAD = 5

/** Two processes on one storage, and a third with a clock that is ahead, called concurrently. */
interface RaceSetup {
  readonly shops: readonly RunningShop[]
  readonly ahead: ShopInFuture
  readonly crowd: Customers
  /** Products to audit; each race for the last pieces adds one. */
  readonly products: Product[]
  readonly violations: string[]
}

type Race = (setup: RaceSetup) => Promise<void>

const RACES: readonly Race[] = [
  lastPieces,
  twoTabs,
  cancelWhilePaying,
  togglesAtOnce,
  shipAtOnce,
  oneKey,
  reportedByAll,
]

/** Users and the provider act concurrently; then the records are audited. */
export const race: Part = async ({ server, rounds }) => {
  await using storage = await emptyStorage(server)
  const environment = { RATE_LIMITS: 'sign-in' }
  await using one = await startShop({ storage, environment })
  await using other = await startShop({ storage, environment })
  const crowd = await createCustomers(one, CUSTOMERS)
  const violations: string[] = []
  const products = [...crowd.products]
  {
    await using ahead = await openShopInFuture(storage, MINUTES_AHEAD * MINUTE_MS)
    const setup = { shops: [one, other], ahead, crowd, products, violations }
    for (let round = 0; round < rounds; round += 1) for (const run of RACES) await run(setup)
  }
  await Promise.all([one.stop(), other.stop()])
  violations.push(...(await auditRecords(storage, products, crowd.acknowledged)))
  return {
    did: `${rounds * RACES.length} races of ${CUSTOMERS} customers by two processes: ${summarize(crowd.acknowledged)}`,
    violations,
    figures: '',
  }
}

/** The shopper with that index, at one of the two processes. */
function shopper(
  { shops, crowd }: RaceSetup,
  index: number,
  products: readonly Product[] = crowd.products,
): Shopper {
  const { admin, customers, acknowledged } = crowd
  const shop = shops[index % shops.length]
  const customer = customers[index % customers.length]
  if (!shop || !customer) throw new Error('There is no shop or no customer')
  const retryUntil: Shopper['retryUntil'] = async (expected, send) => expectStatus(expected, await send())
  return { shop, customer, admin, products, retryUntil, acknowledged }
}

/** The stock is enough for three orders of a hundred pieces; a fourth is refused. */
async function lastPieces(setup: RaceSetup): Promise<void> {
  const { shop, admin, acknowledged } = shopper(setup, 0)
  const product = await shop.addProduct(admin, { quantity: STOCK })
  setup.products.push(product)
  const placed = await Promise.all(
    setup.crowd.customers.map(async (customer, index) => {
      const { shop } = shopper(setup, index)
      const order = newOrderOf(customer, [{ product, quantity: 100 }])
      acknowledged.orders.push(order)
      const options = { body: orderFor(product), as: customer, headers: { 'Idempotency-Key': order.key } }
      const answer = expectStatus([201, 409], await shop.call('POST', '/api/order', options))
      if (answer.status === 201) order.id = answer.body._id
      else if (answer.body.code !== 'out_of_stock') setup.violations.push(`Refused as ${answer.body.code}`)
      return answer.status
    }),
  )
  const orders = placed.filter((status) => status === 201).length
  const { quantity } = (await shop.call('GET', `/api/order/${product._id}`)).body
  if (orders !== STOCK / 100 || quantity !== 0) {
    setup.violations.push(`${STOCK} pieces made ${orders} orders of 100, and ${quantity} are left`)
  }
}

/** Eight starts get one intent; two tabs pay it once. */
async function twoTabs(setup: RaceSetup): Promise<void> {
  const one = shopper(setup, 0)
  const order = await place(one)
  const body = { totalPrice: order.totalPrice, orderId: order.id }
  const starts = await callBoth(setup, 8, (shop) =>
    shop.call('POST', '/api/create-payment-intent', { body, as: one.customer }),
  )
  const secrets = new Set(starts.map((answer) => expectStatus([200], answer).body.clientSecret))
  if (secrets.size !== 1) setup.violations.push(`Eight starts at once opened ${secrets.size} intents`)
  await Promise.all([pay(one, order), pay({ ...shopper(setup, 1), customer: one.customer }, order)])
  if (!order.transactionId) setup.violations.push('Two tabs paid, and neither payment was acknowledged')
}

/** The order is either paid or cancelled, at random. */
async function cancelWhilePaying(setup: RaceSetup): Promise<void> {
  await Promise.all(
    setup.crowd.customers.slice(0, 10).map(async (_, index) => {
      const one = shopper(setup, index)
      const order = await place(one)
      await Promise.all([pay(one, order), pause(index * 10).then(() => cancel(one, order))])
    }),
  )
}

/** Admins ship and revert orders concurrently: each change is made once. */
async function togglesAtOnce(setup: RaceSetup): Promise<void> {
  const one = shopper(setup, 2)
  const order = await place(one)
  await pay(one, order)
  const answers = await callBoth(setup, 8, (shop, index) =>
    shop.call('PUT', `/api/order/${order.id}`, {
      body: { status: index < 4 ? 'shipped' : 'pending' },
      as: one.admin,
    }),
  )
  const changes = answers.filter((answer) => expectStatus([200], answer).body.modifiedCount === 1).length
  const { body } = await one.shop.call('GET', `/api/myorder/${order.id}`, { as: one.customer })
  if ((changes % 2 === 1) !== (body.status === 'shipped')) {
    setup.violations.push(`${changes} concurrent changes resulted in ${body.status}`)
  }
}

/** Admins ship parts concurrently: never more than was ordered, as the audit checks too. */
async function shipAtOnce(setup: RaceSetup): Promise<void> {
  const one = shopper(setup, 4)
  const order = await place(one)
  await pay(one, order)
  const answers = await callBoth(setup, 8, (shop, index) =>
    shop.call('POST', `/api/order/${order.id}/shipments`, {
      body: index < 6 ? { lines: [{ position: 0, quantity: 30 }] } : {},
      as: one.admin,
    }),
  )
  const accepted = answers.filter((answer) => expectStatus([201, 409], answer).status === 201).length
  const { body } = await one.shop.call('GET', `/api/myorder/${order.id}`, { as: one.customer })
  if (body.status !== 'shipped' || body.shipments.length !== accepted)
    setup.violations.push(`${accepted} concurrent shipments made ${body.shipments.length}, ${body.status}`)
}

/** Concurrent requests with the same key place one order, of one line or of a list. */
async function oneKey(setup: RaceSetup): Promise<void> {
  const { customer, acknowledged } = shopper(setup, 3)
  for (const length of [1, LIST_LENGTH]) {
    const wanted = setup.crowd.products.slice(0, length).map((product) => ({ product, quantity: 100 }))
    const order = newOrderOf(customer, wanted)
    const options = { body: orderOfLines(wanted), as: customer, headers: { 'Idempotency-Key': order.key } }
    const answers = await callBoth(setup, 8, (shop) => shop.call('POST', '/api/order', options))
    const ids = new Set(answers.map((answer) => expectStatus([201], answer).body._id))
    if (ids.size !== 1) setup.violations.push(`One key made ${ids.size} orders of ${length} lines`)
    acknowledged.orders.push({ ...order, id: [...ids][0] })
  }
}

/** The browser, the provider's webhook and the reconciler report one payment concurrently. */
async function reportedByAll(setup: RaceSetup): Promise<void> {
  const one = shopper(setup, 4)
  const order = await place(one)
  const start = { body: { totalPrice: order.totalPrice, orderId: order.id }, as: one.customer }
  const started = expectStatus([200], await one.shop.call('POST', '/api/create-payment-intent', start))
  const transactionId = intentOf(started.body.clientSecret)
  expectStatus([200], await one.shop.confirmCard(started.body.clientSecret, GOOD_CARD))
  const settle = { body: { appointment: order.id, transactionId }, as: one.customer }
  const [settled, webhooks] = await Promise.all([
    callBoth(setup, 4, (shop) => shop.call('PATCH', `/api/order/${order.id}`, settle)),
    callBoth(setup, 4, (shop) => sendWebhook(shop, setup, transactionId)),
    setup.ahead.runJobs('reconcile payments'),
  ])
  for (const answer of [...settled, ...webhooks]) expectStatus([200], answer)
  order.transactionId = transactionId
}

function sendWebhook(shop: RunningShop, { ahead }: RaceSetup, intentId: string): Promise<Answer> {
  const payload = JSON.stringify({
    id: `evt_${newId()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, object: 'payment_intent' } },
  })
  const secret = sandboxKeys(ahead.shop.secret).webhookSecret
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return shop.call('POST', '/api/webhooks/stripe', {
    body: payload,
    headers: { 'Stripe-Signature': signature },
  })
}

/** Makes concurrent calls, alternately to both processes. */
function callBoth(
  { shops }: RaceSetup,
  times: number,
  send: (shop: RunningShop, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: times }, (_, index) => send(shops[index % shops.length] as RunningShop, index)),
  )
}
