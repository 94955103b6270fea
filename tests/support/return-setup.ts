import type { Order } from '#features/orders/orders.ts'
import type { OrderReturns, Return } from '#features/returns/schema.ts'
import type { Answer, Person } from './customer.ts'
import { createRefundSetup, type RefundSetup } from './refund-setup.ts'

/** A shop with orders of 100 pieces for $4.25 that are shipped, and the calls of their returns. */
export interface ReturnSetup extends RefundSetup {
  shippedOrder(card?: string): Promise<Awaited<ReturnType<RefundSetup['paidOrder']>>>
  /** As its customer, unless somebody else is named. */
  ask(order: Pick<Order, '_id'>, body?: object, more?: { as?: Person; key?: string }): Promise<Answer>
  /** A step of the staff, of the return as it is now unless the body has a revision. */
  step(id: string, step: string, body?: object, more?: { as?: Person; key?: string }): Promise<Answer>
  /** A return of so many pieces that is accepted, and of which these came back. */
  received(order: Order, pieces: number, restocked?: number): Promise<Return>
  returnsOf(order: Pick<Order, '_id'>, as?: Person): Promise<OrderReturns>
  stockOf(order: Order): Promise<number>
  /** All that a refused call must not change. */
  everything(): Promise<unknown>
}

export async function createReturnSetup(env: Readonly<Record<string, string>> = {}): Promise<ReturnSetup> {
  const setup = await createRefundSetup(env)
  const { shop, customer, admin } = setup
  const { db } = shop.shop
  let keys = 0
  const keyed = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { 'Idempotency-Key': key }
  const returnsOf: ReturnSetup['returnsOf'] = async ({ _id }, as = admin) =>
    (await shop.call('GET', `/api/${as === admin ? 'order' : 'myorder'}/${_id}/returns`, { as })).body
  const ask: ReturnSetup['ask'] = ({ _id }, body, { as = customer, key } = {}) =>
    shop.call('POST', `/api/myorder/${_id}/returns`, {
      as,
      headers: keyed(key),
      body: { lines: [{ position: 0, quantity: 10 }], reason: 'damaged', ...body },
    })
  const step: ReturnSetup['step'] = async (id, name, body = {}, { as = admin, key } = {}) => {
    const row = await db.selectFrom('returns').select('revision').where('id', '=', id).executeTakeFirst()
    const needed = name === 'refund' ? (key ?? `refund-${++keys}`) : key
    return shop.call('POST', `/api/return/${id}/${name}`, {
      as,
      headers: keyed(needed),
      body: { revision: row?.revision ?? 1, ...body },
    })
  }
  return {
    ...setup,
    ask,
    step,
    returnsOf,
    shippedOrder: async (card) => {
      const order = await setup.paidOrder(card)
      const { status } = await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: {} })
      if (status !== 201) throw new Error(`the order is not shipped: ${status}`)
      return order
    },
    received: async (order, pieces, restocked = pieces) => {
      const { body } = await ask(order, { lines: [{ position: 0, quantity: pieces }] })
      await step(body._id, 'accept', { instructions: 'Send it to us.' })
      const lines = [{ position: 0, restocked, scrapped: pieces - restocked }]
      return (await step(body._id, 'receive', { lines })).body
    },
    stockOf: async (order) => (await shop.call('GET', `/api/order/${order.productId}`)).body.quantity,
    everything: async () => ({
      returns: await db.selectFrom('returns').selectAll().orderBy('id').execute(),
      lines: await db.selectFrom('return_lines').selectAll().orderBy('return_id').execute(),
      steps: await db.selectFrom('return_steps').selectAll().orderBy('id').execute(),
      ordered: await db.selectFrom('order_lines').selectAll().orderBy('order_id').execute(),
      orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
      refunds: await db.selectFrom('order_refunds').select(['id', 'state']).orderBy('id').execute(),
      products: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
      audited: await db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
      mails: await db.selectFrom('outbox').select('id').orderBy('id').execute(),
    }),
  }
}
