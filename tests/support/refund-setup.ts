import type Stripe from 'stripe'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import type { Order, OrderDetails } from '#features/orders/orders.ts'
import type { Gateway } from '#features/payments/payments.ts'
import { refundOrder } from '#features/payments/refunds/refund-order.ts'
import { mailSignal } from '#kit/signals.ts'
import { sandboxKeys } from '#sandboxes/payments/keys.ts'
import { createStripeSandbox } from '#sandboxes/payments/stripe-sandbox.ts'
import { type Answer, GOOD_CARD, intentOf, type Person, userIdOf } from './customer.ts'
import { interceptedGateway, ownerSdk } from './payment-provider.ts'
import { createTestApp, type TestApp } from './test-app.ts'

type PaidOrder = Order & { readonly transactionId: string }

/** Answers the request for a refund; `send` sends it to the sandbox. */
type RefundAnswer = (send: () => Promise<Response>) => Response | undefined | Promise<Response>

/** A shop with an admin who refunds orders, and the owner's access to the provider. */
export interface RefundSetup extends AsyncDisposable {
  readonly shop: TestApp
  readonly customer: Person
  readonly admin: Person
  readonly owner: Stripe
  /** The admin as the guards of the calls have it. */
  adminUser(): Promise<SignedInUser>
  /** A paid order of 100 pieces for $4.25. */
  paidOrder(card?: string): Promise<PaidOrder>
  /** Requests a refund, with a new key unless one is given. */
  request(order: Order, amount: number, key?: string, restock?: boolean): Promise<Answer>
  /** Requests a refund with this body besides the reason. */
  requestParts(order: Pick<Order, '_id'>, body: object, key?: string): Promise<Answer>
  /** The same as `request` with another gateway. */
  requestBy(gateway: Gateway, order: Order, amount: number, key?: string): Promise<OrderDetails>
  requestPartsBy(gateway: Gateway, request: Parameters<typeof refundOrder>[3]): Promise<OrderDetails>
  /** A gateway whose requests for a refund get this answer; the others reach the sandbox. */
  answering(answer: RefundAnswer): Gateway
  read(order: Order): Promise<OrderDetails>
  /** The amounts of the refunds at the provider in cents, newest first. */
  atProvider(order: PaidOrder): Promise<number[]>
  statesOf(order: Order): Promise<string[] | undefined>
  /** The refunds in the order's events. */
  eventsOf(order: Order): Promise<string[]>
  /** How many mails of refunds were queued for the order. */
  mailsOf(order: Order): number
  /** Runs the job that completes refunds. */
  complete(): Promise<void>
  /** Lets the time pass in which the call that made a refund may wait for the provider, and runs the job. */
  afterLease(): Promise<void>
}

export async function createRefundSetup(env: Readonly<Record<string, string>> = {}): Promise<RefundSetup> {
  const shop = await createTestApp(env)
  const customer = await shop.register()
  const admin = await shop.registerAdmin()
  const owner = ownerSdk(shop.shop)
  const queued: (string | null | undefined)[] = []
  const stopListening = mailSignal.listen(({ outcome, template, about }) => {
    if (outcome === 'queued' && template === 'order refunded') queued.push(about)
  })
  let keys = 0
  const newKey = () => `key-${++keys}`
  const requestParts: RefundSetup['requestParts'] = ({ _id }, body, key = newKey()) =>
    shop.call('POST', `/api/order/${_id}/refunds`, {
      as: admin,
      body: { reason: 'A sample', ...body },
      headers: { 'Idempotency-Key': key },
    })
  const complete = () => shop.runJobs('complete refunds')
  const read = async ({ _id }: Order): Promise<OrderDetails> =>
    (await shop.call('GET', `/api/myorder/${_id}`, { as: admin })).body
  const adminUser = async () => ({
    ...admin,
    id: await userIdOf(shop.shop, admin),
    emailVerified: true,
    sessionId: '',
    role: 'admin' as const,
  })
  return {
    shop,
    customer,
    admin,
    owner,
    adminUser,
    paidOrder: (card = GOOD_CARD) => payOrder(shop, customer, card),
    request: (order, amount, key, restock = false) => requestParts(order, { amount, restock }, key),
    requestParts,
    requestBy: async (gateway, { _id: orderId }, amount, key = newKey()) => {
      const request = { orderId, amount, reason: 'A sample', restock: false, key }
      return refundOrder(shop.shop, gateway, await adminUser(), request)
    },
    requestPartsBy: async (gateway, request) => refundOrder(shop.shop, gateway, await adminUser(), request),
    answering: (answer) => answeringGateway(shop, answer),
    read,
    atProvider: async ({ transactionId }) =>
      (await owner.refunds.list({ payment_intent: transactionId })).data.map(({ amount }) => amount),
    statesOf: async (order) => (await read(order)).refunds?.map(({ state }) => state),
    eventsOf: async (order) =>
      (await read(order)).events.flatMap(({ kind, by, detail }) =>
        kind === 'refunded' ? [`${by}: ${detail}`] : [],
      ),
    mailsOf: ({ _id }) => queued.filter((about) => about === _id).length,
    complete,
    afterLease: async () => {
      shop.shop.advance(61_000)
      await complete()
    },
    [Symbol.asyncDispose]: async () => {
      stopListening()
      await shop[Symbol.asyncDispose]()
    },
  }
}

async function payOrder(shop: TestApp, customer: Person, card: string): Promise<PaidOrder> {
  const order = await shop.order(customer, await shop.addProduct({ price: 0.0425, quantity: 100 }))
  const clientSecret = await shop.startPayment(customer, order)
  await shop.confirmCard(clientSecret, card)
  await shop.settle(customer, order, intentOf(clientSecret))
  return (await shop.readOrder(customer, order)) as PaidOrder
}

function answeringGateway({ shop }: TestApp, answer: RefundAnswer): Gateway {
  const deliver = async () => new Response()
  const sandbox = createStripeSandbox(shop, { ...sandboxKeys(shop.secret), deliver })
  return interceptedGateway(shop, (sent) =>
    sent.method === 'POST' && sent.url.endsWith('/refunds')
      ? answer(() => sandbox.internal(sent))
      : undefined,
  )
}
