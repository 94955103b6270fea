import type { SignedInUser } from '#features/accounts/accounts.ts'
import { createPlaceOrder, findOrderDetails, forgetNewOrders, type Order } from '#features/orders/orders.ts'
import {
  cancelLapsedOrder,
  cancelOrder,
  confirmPayment,
  type Gateway,
  refundOrder,
  startPayment,
} from '#features/payments/payments.ts'
import { currentSettings } from '#features/settings/settings.ts'
import { shipOrder } from '#features/shipping/shipping.ts'
import { noVatService } from '#features/tax/tax.ts'
import type { Db } from '#kit/db/db.ts'
import { removeEntriesAbout } from '#kit/outbox/outbox.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { MINUTE_MS } from '#kit/time.ts'
import type { SampleContext } from './context.ts'
import { SAMPLE_CUSTOMERS } from './customers.ts'
import { chooseLines } from './lines.ts'
import type { PlannedOrder, Step } from './plan.ts'
import { randomOf } from './random.ts'
import { findPlacedOrder, type People } from './trade.ts'

/** What steps need besides the plan. */
export interface Scene {
  readonly people: People
  /** Of the parts for sale, those that sell most first. */
  readonly skus: readonly string[]
}

/** The shop as it was at a time, in the transaction of a step. */
interface Past {
  readonly shop: Shop
  readonly gateway: Gateway
  /** When the step is done. */
  readonly now: number
  setClock(at: number): void
}

function pastOf({ shop: present, payments }: SampleContext, trx: Db, at: number): Past {
  let clock = at
  const shop: Shop = { ...present, db: trx, now: () => Math.round(clock) }
  return {
    shop,
    gateway: payments.gatewayAt(shop),
    now: present.now(),
    setClock: (next) => {
      clock = next
    },
  }
}

/**
 * Does a step by the rules of the shop, at its time, in this transaction. Nobody is told of it: mails are removed before they can
 * leave, and the sandbox delivers no webhook. An order that could not be placed has no further steps.
 */
export async function doStep(context: SampleContext, scene: Scene, trx: Db, step: Step): Promise<void> {
  const customer = scene.people.customers[step.order.customer]
  if (!customer) return
  const past = pastOf(context, trx, step.at)
  const key = keyOf(step.order)
  if (step.kind === 'place') await placeOrder(past, scene, customer, step.order)
  const order = await findPlacedOrder(trx, customer.id, key)
  if (!order) return
  if (step.kind === 'ship') await ship(past, scene.people.staff, order.id, step)
  if (step.kind === 'refund') await refund(past, scene.people.staff, order.id, step)
  await removeEntriesAbout(trx, [order.id])
  await forgetNewOrders(trx, [order.id])
  if (order.transaction_id !== null) await context.payments.endEvents(trx, order.transaction_id)
}

const keyOf = ({ number }: PlannedOrder): string => `sample-${number}`

async function placeOrder(
  past: Past,
  { skus }: Scene,
  customer: SignedInUser,
  planned: PlannedOrder,
): Promise<void> {
  const { shop, gateway, now, setClock } = past
  setClock(planned.at)
  const chosen = await chooseLines(shop, customer.id, skus, {
    random: randomOf(planned.seed),
    isBig: planned.isBig,
  })
  if (!chosen) return
  const { poNumber, note } = planned
  const input = { ...chosen, ...(poNumber && { poNumber }), ...(note && { note }) }
  const order = await placeSomewhere(shop, customer, planned, input)
  setClock(planned.endsAt)
  if (planned.end === 'paid') await pay(past, customer, order)
  if (planned.end === 'cancelled') await cancelOrder(shop, gateway, customer, order._id)
  const lapsesAt = planned.at + shop.config.holdMs + MINUTE_MS
  if (planned.end !== 'unpaid' || lapsesAt > now) return
  setClock(lapsesAt)
  await cancelLapsedOrder(shop, gateway, order._id)
}

type Input = Parameters<ReturnType<typeof createPlaceOrder>>[1]

/** Places an order to the address of the customer, or where the shop does not deliver there or not so, as it does deliver. */
async function placeSomewhere(
  shop: Shop,
  customer: SignedInUser,
  planned: PlannedOrder,
  input: Pick<Input, 'lines' | 'totalPrice' | 'poNumber' | 'note'>,
): Promise<Order> {
  const place = createPlaceOrder(shop, noVatService)
  const deliverTo = SAMPLE_CUSTOMERS[planned.customer]?.address
  const { methods } = (await currentSettings(shop)).delivery
  const fastest = planned.isExpress ? methods.at(-1)?._id : undefined
  const ways = [
    ...(fastest === undefined ? [] : [{ deliverTo, delivery: fastest }]),
    { deliverTo },
    { phone: '+1 555 0100', address: '1 Sample Street, Sample City' },
  ]
  let refusal: AppError | undefined
  for (const way of ways)
    try {
      return await place(customer, { ...input, ...way }, keyOf(planned))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusal = error
    }
  throw refusal
}

/** The network address of whoever pays a sample. */
const NOWHERE = '127.0.0.1'

async function pay({ shop, gateway }: Past, customer: SignedInUser, order: Order): Promise<void> {
  const { _id: orderId, totalPrice } = order
  const payer = { customer, address: NOWHERE }
  const secret = await startPayment(shop, gateway, payer, { orderId, totalPrice })
  const transactionId = secret.slice(0, secret.indexOf('_secret_'))
  await gateway.stripe.paymentIntents.confirm(transactionId, { payment_method: 'pm_card_visa' })
  await confirmPayment(shop, gateway, customer, { orderId, appointment: orderId, transactionId })
}

const CARRIER = 'Sample carrier'

async function ship(
  { shop }: Past,
  staff: SignedInUser,
  orderId: string,
  { part, order, at }: Step & { readonly kind: 'ship' },
): Promise<void> {
  const parcel = {
    carrier: CARRIER,
    tracking: `SAMPLE-${order.number}-${Math.floor(at / MINUTE_MS) % 10_000}`,
  }
  if (part === 'all') {
    await shipOrder(shop, staff, orderId, parcel)
    return
  }
  const { lines } = await findOrderDetails(shop.db, staff, orderId)
  const half = lines.map(({ quantity }, position) => ({ position, quantity: Math.ceil(quantity / 2) }))
  await shipOrder(shop, staff, orderId, { ...parcel, lines: half })
}

const REASONS = {
  everything: 'Ordered by mistake',
  pieces: 'Some pieces arrived damaged',
  delivery: 'Arrived late',
} as const

async function refund(
  { shop, gateway }: Past,
  staff: SignedInUser,
  orderId: string,
  { of, order }: Step & { readonly kind: 'refund' },
): Promise<void> {
  const { lines, payable } = await findOrderDetails(shop.db, staff, orderId)
  const refunded = {
    everything: { amount: payable, restock: true },
    // As many as a bag may have had, of the first line.
    pieces: { lines: [{ position: 0, quantity: Math.ceil((lines[0]?.quantity ?? 1) / 10) }] },
    delivery: { amount: Math.min(payable, 5 + (order.seed % 20)) },
  }[of]
  await refundOrder(shop, gateway, staff, {
    ...refunded,
    reason: REASONS[of],
    orderId,
    key: `${keyOf(order)}-refund`,
  })
}
