import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { type Answer, GOOD_CARD, intentOf, orderFor } from '../../tests/support/customer.ts'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditBooks } from './books.ts'
import { type Customers, createCustomers, describe } from './customers.ts'
import { openShopInFuture, type ShopInFuture } from './jobs.ts'
import { expectStatus, type Part } from './options.ts'
import { type AcknowledgedOrder, cancel, pay, place, type Shopper } from './shopper.ts'

const CUSTOMERS = 50
const STOCK = 300
const MINUTES_AHEAD = 5
const MINUTE_MS = 60_000

/** Two processes on one storage, and a third whose clock is ahead, all asked at the same moment. */
interface Arena {
  readonly shops: readonly RunningShop[]
  readonly ahead: ShopInFuture
  readonly crowd: Customers
  /** What can be bought up; each race for the last pieces puts up its own. */
  readonly products: Product[]
  readonly violations: string[]
}

type Race = (arena: Arena) => Promise<void>

const RACES: readonly Race[] = [lastPieces, twoTabs, cancelWhilePaying, togglesAtOnce, oneKey, everyWitness]

/** Everything that people and the provider can do at the same moment, done so; the books are audited after it. */
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
    const arena = { shops: [one, other], ahead, crowd, products, violations }
    for (let round = 0; round < rounds; round += 1) for (const run of RACES) await run(arena)
  }
  await Promise.all([one.stop(), other.stop()])
  violations.push(...(await auditBooks(storage, products, crowd.told)))
  return {
    did: `${rounds * RACES.length} races of ${CUSTOMERS} customers by two processes: ${describe(crowd.told)}`,
    violations,
    figures: '',
  }
}

/** The shopper of that number, at one process or the other. */
function shopper(
  { shops, crowd }: Arena,
  index: number,
  products: readonly Product[] = crowd.products,
): Shopper {
  const { admin, customers, told } = crowd
  const shop = shops[index % shops.length]
  const customer = customers[index % customers.length]
  if (!shop || !customer) throw new Error('nobody is there')
  const insist: Shopper['insist'] = async (expected, ask) => expectStatus(expected, await ask())
  return { shop, customer, admin, products, insist, told }
}

/** Three orders of a hundred pieces are to be had, and nobody gets a fourth. */
async function lastPieces(arena: Arena): Promise<void> {
  const { shop, admin, told } = shopper(arena, 0)
  const product = await shop.addProduct(admin, { quantity: STOCK })
  arena.products.push(product)
  const placed = await Promise.all(
    arena.crowd.customers.map(async (customer, index) => {
      const key = newId()
      const { shop } = shopper(arena, index)
      const order: AcknowledgedOrder = { key, customer: customer.email, product, quantity: 100 }
      told.orders.push(order)
      const options = { body: orderFor(product), as: customer, headers: { 'Idempotency-Key': key } }
      const answer = expectStatus([201, 409], await shop.call('POST', '/api/order', options))
      if (answer.status === 201) order.id = answer.body._id
      else if (answer.body.code !== 'out_of_stock') arena.violations.push(`Refused as ${answer.body.code}`)
      return answer.status
    }),
  )
  const orders = placed.filter((status) => status === 201).length
  const { quantity } = (await shop.call('GET', `/api/order/${product._id}`)).body
  if (orders !== STOCK / 100 || quantity !== 0) {
    arena.violations.push(`${STOCK} pieces made ${orders} orders of 100, and ${quantity} are left`)
  }
}

/** Eight starts get one intent; two tabs pay it once. */
async function twoTabs(arena: Arena): Promise<void> {
  const one = shopper(arena, 0)
  const order = await place(one)
  const { totalPrice } = orderFor(order.product, order.quantity)
  const body = { totalPrice, orderId: order.id }
  const starts = await atBoth(arena, 8, (shop) =>
    shop.call('POST', '/api/create-payment-intent', { body, as: one.customer }),
  )
  const secrets = new Set(starts.map((answer) => expectStatus([200], answer).body.clientSecret))
  if (secrets.size !== 1) arena.violations.push(`Eight starts at once opened ${secrets.size} intents`)
  await Promise.all([pay(one, order), pay({ ...shopper(arena, 1), customer: one.customer }, order)])
  if (!order.transactionId) arena.violations.push('Two tabs paid, and neither was told that it had')
}

/** Either it is paid or it is cancelled; which of the two is left to chance. */
async function cancelWhilePaying(arena: Arena): Promise<void> {
  await Promise.all(
    arena.crowd.customers.slice(0, 10).map(async (_, index) => {
      const one = shopper(arena, index)
      const order = await place(one)
      await Promise.all([pay(one, order), pause(index * 10).then(() => cancel(one, order))])
    }),
  )
}

/** Admins who ship and revert at once: each change is made by one of them. */
async function togglesAtOnce(arena: Arena): Promise<void> {
  const one = shopper(arena, 2)
  const order = await place(one)
  await pay(one, order)
  const answers = await atBoth(arena, 8, (shop, index) =>
    shop.call('PUT', `/api/order/${order.id}`, {
      body: { status: index < 4 ? 'shipped' : 'pending' },
      as: one.admin,
    }),
  )
  const changes = answers.filter((answer) => expectStatus([200], answer).body.modifiedCount === 1).length
  const { body } = await one.shop.call('GET', `/api/myorder/${order.id}`, { as: one.customer })
  if ((changes % 2 === 1) !== (body.status === 'shipped')) {
    arena.violations.push(`${changes} changes at once have led to ${body.status}`)
  }
}

/** The same attempt at once is one order. */
async function oneKey(arena: Arena): Promise<void> {
  const { customer, told } = shopper(arena, 3)
  const [product] = arena.crowd.products
  if (!product) return
  const key = newId()
  const options = { body: orderFor(product), as: customer, headers: { 'Idempotency-Key': key } }
  const answers = await atBoth(arena, 8, (shop) => shop.call('POST', '/api/order', options))
  const ids = new Set(answers.map((answer) => expectStatus([201], answer).body._id))
  if (ids.size !== 1) arena.violations.push(`One key made ${ids.size} orders`)
  told.orders.push({ key, customer: customer.email, product, quantity: 100, id: [...ids][0] })
}

/** The browser, the provider's webhook and the reconciler tell of one payment at the same moment. */
async function everyWitness(arena: Arena): Promise<void> {
  const one = shopper(arena, 4)
  const order = await place(one)
  const { totalPrice } = orderFor(order.product, order.quantity)
  const start = { body: { totalPrice, orderId: order.id }, as: one.customer }
  const started = expectStatus([200], await one.shop.call('POST', '/api/create-payment-intent', start))
  const transactionId = intentOf(started.body.clientSecret)
  expectStatus([200], await one.shop.confirmCard(started.body.clientSecret, GOOD_CARD))
  const settle = { body: { appointment: order.id, transactionId }, as: one.customer }
  const [settled, told] = await Promise.all([
    atBoth(arena, 4, (shop) => shop.call('PATCH', `/api/order/${order.id}`, settle)),
    atBoth(arena, 4, (shop) => tellByWebhook(shop, arena, transactionId)),
    arena.ahead.runJobs('reconcile payments'),
  ])
  for (const answer of [...settled, ...told]) expectStatus([200], answer)
  order.transactionId = transactionId
}

function tellByWebhook(shop: RunningShop, { ahead }: Arena, intentId: string): Promise<Answer> {
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

/** Asks both processes in turns, all at once. */
function atBoth(
  { shops }: Arena,
  times: number,
  ask: (shop: RunningShop, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: times }, (_, index) => ask(shops[index % shops.length] as RunningShop, index)),
  )
}
