import { randomInt } from 'node:crypto'
import type { Product } from '#features/catalog/schema.ts'
import { newId } from '#kit/id.ts'
import { type Answer, GOOD_CARD, intentOf, orderFor, type Person } from '../support/customer.ts'
import type { RunningShop } from '../support/running-shop.ts'

/** What a customer was told about one order. */
export interface Told {
  readonly key: string
  readonly quantity: number
  /** The order was placed. */
  id?: string
  /** It was paid, by this transaction. */
  transactionId?: string
  isCancelled?: boolean
}

/** The shop that is killed and restarted under its customers. */
export interface MortalShop extends RunningShop {
  /** How often it has been killed. */
  deaths(): number
  /** Resolves while it runs, else once it is back. */
  back(): Promise<void>
  /** Counts an answer that came whole. */
  answered(): void
}

/** One customer who orders, pays and cancels without a pause until told to stop; the result is all it was told. */
export async function keepOrdering(
  shop: MortalShop,
  customer: Person,
  product: Product,
  isOver: () => boolean,
): Promise<Told[]> {
  const told: Told[] = []
  const deeds = [
    async () => undefined,
    (one: Told) => pay(shop, customer, one, product),
    (one: Told) => cancel(shop, customer, one),
    (one: Told) => Promise.all([pay(shop, customer, one, product), cancel(shop, customer, one)]),
  ]
  while (!isOver()) {
    const one: Told = { key: newId(), quantity: 100 + randomInt(50) }
    told.push(one)
    await place(shop, customer, one, product)
    await deeds[randomInt(deeds.length)]?.(one)
  }
  return told
}

async function place(shop: MortalShop, as: Person, one: Told, product: Product): Promise<void> {
  const headers = { 'Idempotency-Key': one.key }
  const body = orderFor(product, one.quantity)
  const answer = await insist(shop, [201], () => shop.call('POST', '/api/order', { body, as, headers }))
  one.id = answer.body._id
}

async function pay(shop: MortalShop, as: Person, one: Told, product: Product): Promise<void> {
  const { totalPrice } = orderFor(product, one.quantity)
  const start = { body: { totalPrice, orderId: one.id }, as }
  const started = await insist(shop, [200, 404, 409], () =>
    shop.call('POST', '/api/create-payment-intent', start),
  )
  if (started.status !== 200) return
  const { clientSecret } = started.body
  // 400: the confirmation that was cut off had worked, or the order was cancelled meanwhile.
  await insist(shop, [200, 400], () => shop.confirmCard(clientSecret, GOOD_CARD))
  const transactionId = intentOf(clientSecret)
  const settle = { body: { appointment: one.id, transactionId }, as }
  const settled = await insist(shop, [200, 402, 404, 409], () =>
    shop.call('PATCH', `/api/order/${one.id}`, settle),
  )
  if (settled.status === 200) one.transactionId = transactionId
}

async function cancel(shop: MortalShop, as: Person, one: Told): Promise<void> {
  // 404: the cancellation that was cut off had worked.
  const { status } = await insist(shop, [200, 404, 409], () =>
    shop.call('DELETE', `/api/myorder/${one.id}`, { as }),
  )
  one.isCancelled = status !== 409
}

/** Asks until an answer comes whole; only the shop's death is an excuse for none. */
async function insist(
  shop: MortalShop,
  expected: readonly number[],
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    await shop.back()
    const deaths = shop.deaths()
    const answer = await ask().catch((error: unknown) => {
      if (shop.deaths() === deaths) throw error
    })
    if (!answer) continue
    if (!expected.includes(answer.status)) {
      throw new Error(`${answer.status} is no answer here: ${JSON.stringify(answer.body)}`)
    }
    shop.answered()
    return answer
  }
}
