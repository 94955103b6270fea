import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Product } from '#features/catalog/schema.ts'
import { type Database, openDatabase } from '#kit/db/db.ts'
import { countedRows } from '#kit/db/row-counts.ts'
import { MAIL } from '#kit/mail/transport.ts'
import { centsToDollars, totalCents } from '#kit/money.ts'
import type { Storage } from '../../tests/support/running-shop.ts'
import { faultsOfInvoices } from './audit-invoices.ts'
import { faultsOfRefundedLines, faultsOfRefunds } from './audit-refunds.ts'
import { faultsOfSales } from './audit-sales.ts'
import { faultsOfShipments, isUndone, readShipments } from './audit-shipments.ts'
import { differences } from './differences.ts'
import { settleAll } from './jobs.ts'
import type { AcknowledgedOrder, AcknowledgedWrites } from './shopper.ts'

/** Every row that the run wrote. */
type Records = Awaited<ReturnType<typeof readRecords>>

/**
 * Runs the shop's jobs until no work is left, then compares the rows with each other, with the payment provider and with
 * the answers to customers. `products` have their initial quantity. Returns a sentence for each difference.
 */
export async function auditRecords(
  storage: Storage,
  products: readonly Product[],
  acknowledged: AcknowledgedWrites,
): Promise<string[]> {
  await settleAll(storage)
  const database = openDatabase(storage)
  try {
    const records = await readRecords(database)
    return [
      ...(await faultsOfDatabase[database.kind](database)),
      ...faultsOfLines(records),
      ...faultsOfStock(records, products),
      ...faultsOfCount(records),
      ...faultsOfSales(records),
      ...faultsOfPayments(records),
      ...faultsOfInvoices(records),
      ...faultsOfProvider(records),
      ...faultsOfEvents(records),
      ...faultsOfShipments(records),
      ...faultsOfRefunds(records),
      ...faultsOfRefundedLines(records),
      ...faultsOfMails(records),
      ...lostWrites(records, acknowledged),
    ]
  } finally {
    await database.close()
  }
}

async function readRecords({ db }: Database) {
  const rows = await db.selectFrom('orders').selectAll().execute()
  const lines = await db.selectFrom('order_lines').selectAll().orderBy('position').execute()
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const orders = rows.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }))
  const provider = await db.selectFrom('sandbox_stripe').select(['kind', 'body']).execute()
  const providers = <Body>(kind: string): Body[] =>
    provider.filter((row) => row.kind === kind).map((row) => JSON.parse(row.body))
  return {
    orders,
    lines,
    counted: await countedRows(db, 'orders'),
    orderMoney: await db.selectFrom('order_money').selectAll().execute(),
    salesDays: await db.selectFrom('sales_days').selectAll().execute(),
    productSales: await db.selectFrom('product_sales').selectAll().execute(),
    soldProducts: await db.selectFrom('sold_products').selectAll().execute(),
    products: await db.selectFrom('products').select(['id', 'quantity']).execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    invoices: await db
      .selectFrom('invoices')
      .select(['number', 'order_id', 'credit_note', 'document'])
      .orderBy('number')
      .execute(),
    creditNotes: await db
      .selectFrom('credit_notes')
      .select(['number', 'refund_id', 'amount_cents', 'document'])
      .orderBy('number')
      .execute(),
    refunds: await db.selectFrom('unmatched_refunds').selectAll().execute(),
    shipments: await readShipments(db),
    orderRefunds: await db.selectFrom('order_refunds').selectAll().execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('at').orderBy('id').execute(),
    comments: (await db.selectFrom('ratings').select('comment').execute()).map((row) => row.comment),
    mails: await db
      .selectFrom('outbox')
      .select(['id', 'sent_at', 'next_attempt_at', 'last_error'])
      .where('kind', '=', MAIL)
      .execute(),
    received: await db.selectFrom('sandbox_mails').select('id').execute(),
    intents: providers<Stripe.PaymentIntent>('payment_intent'),
    providerRefunds: providers<Stripe.Refund>('refund'),
  }
}

async function faultsOfFile({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const orphans = await sql`pragma foreign_key_check`.execute(db)
  return [
    ...rows.filter((row) => row.integrity_check !== 'ok').map((row) => `The file: ${row.integrity_check}`),
    ...orphans.rows.map((row) => `A row violates a foreign key: ${JSON.stringify(row)}`),
  ]
}

/** The number of deadlocks is that of the server, which ends one of their transactions; the shop may try it again. */
async function faultsOfServer({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows.filter(({ deadlocks }) => deadlocks > 0).map(({ deadlocks }) => `${deadlocks} deadlocks`)
}

const faultsOfDatabase = { sqlite: faultsOfFile, postgres: faultsOfServer }

/** Each order has lines, of different products, which come to its total; each line has its order. */
function faultsOfLines({ orders, lines }: Records): string[] {
  const ids = new Set(orders.map(({ id }) => id))
  return [
    ...lines
      .filter((line) => !ids.has(line.order_id))
      .map((line) => `A line of ${line.order_id} has no order`),
    ...orders.flatMap((order) => {
      const products = new Set(order.lines.map((line) => line.product_id))
      const isWhole =
        products.size > 0 &&
        products.size === order.lines.length &&
        order.lines.every(({ position }, index) => position === index)
      const cents = order.lines.map((line) => totalCents(line.unit_price_e4, line.quantity))
      const total = cents.reduce((sum, each) => sum + each, 0)
      return isWhole && total === order.total_cents - order.charges_cents
        ? []
        : [
            `Order ${order.id} has ${cents.length} lines of ${total} cents, and a total of ${order.total_cents - order.charges_cents}`,
          ]
    }),
  ]
}

/** The pieces for sale, held and sold add up to the initial stock. */
function faultsOfStock({ orders, products }: Records, initial: readonly Product[]): string[] {
  const stock = new Map(products.map((product) => [product.id, product.quantity]))
  const lines = orders.filter((order) => order.cancelled_at === null).flatMap((order) => order.lines)
  const linesOf = Map.groupBy(lines, (line) => line.product_id)
  return initial.flatMap(({ _id, name, quantity }) => {
    const forSale = stock.get(_id) ?? 0
    const ordered = sum(linesOf.get(_id) ?? [])
    return forSale >= 0 && forSale + ordered === quantity
      ? []
      : [`${name}: ${forSale} for sale and ${ordered} held or sold of ${quantity}`]
  })
}

function faultsOfCount({ orders, counted }: Records): string[] {
  const notCancelled = orders.filter((order) => order.cancelled_at === null).length
  return counted === notCancelled
    ? []
    : [`${notCancelled} orders are not cancelled, and ${counted} are counted`]
}

const sum = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((pieces, line) => pieces + line.quantity, 0)

/** A paid order has one payment and is never cancelled. */
function faultsOfPayments({ orders, payments }: Records): string[] {
  const succeeded = payments.filter((payment) => payment.state === 'succeeded')
  const paid = orders.filter((order) => order.paid_at !== null)
  const transactions = paid.map((order) => `${order.id} by ${order.transaction_id}`)
  return [
    ...paid
      .filter((order) => order.cancelled_at !== null)
      .map(({ id }) => `Order ${id} is paid and cancelled`),
    ...orders
      .filter((order) => (order.paid_at === null) !== (order.transaction_id === null))
      .map(({ id }) => `Order ${id} is paid without a transaction, or has one without being paid`),
    ...differences(
      transactions,
      succeeded.map((payment) => `${payment.order_id} by ${payment.intent_id}`),
      'paid, but not in the payments',
      'in the payments, but not paid',
    ),
  ]
}

/** Each payment at the provider pays exactly an order's total, or was refunded. */
function faultsOfProvider({ orders, intents, providerRefunds, refunds }: Records): string[] {
  const orderOf = new Map(
    orders.flatMap((order) => (order.transaction_id ? [[order.transaction_id, order]] : [])),
  )
  const known = new Set(intents.map((intent) => intent.id))
  return [
    ...[...orderOf.keys()].filter((id) => !known.has(id)).map((id) => `The provider has no payment ${id}`),
    ...intents.flatMap((intent) => {
      const order = orderOf.get(intent.id)
      const back = providerRefunds.filter((refund) => refund.payment_intent === intent.id)
      if (intent.status !== 'succeeded') {
        return order ? [`Order ${order.id} is paid by ${intent.id}, which is ${intent.status}`] : []
      }
      if (order) {
        return intent.amount_received === order.total_cents && intent.metadata.orderId === order.id
          ? []
          : [`Order ${order.id} is paid by ${intent.id}, which does not match it`]
      }
      const recorded = refunds.find((refund) => refund.intent_id === intent.id)
      const isRefunded = back.length === 1 && back[0]?.id === recorded?.refund_id
      return isRefunded && back[0]?.amount === intent.amount_received
        ? []
        : [`${intent.id} is unmatched and was not refunded`]
    }),
  ]
}

/** Each order has one event for each change; for those of shipments see `audit-shipments.ts`. */
function faultsOfEvents({ orders, events }: Records): string[] {
  const eventsByOrder = Map.groupBy(events, (event) => event.order_id)
  return orders.flatMap((order) => {
    const orderEvents = eventsByOrder.get(order.id) ?? []
    const kinds = orderEvents.map((event) => event.kind)
    const count = (...wanted: string[]) => kinds.filter((kind) => wanted.includes(kind)).length
    const isConsistent =
      count('placed') === 1 &&
      count('paid') === (order.paid_at === null ? 0 : 1) &&
      count('cancelled', 'lapsed') === (order.cancelled_at === null ? 0 : 1)
    return isConsistent ? [] : [`Order ${order.id} does not match its events: ${kinds.join(', ')}`]
  })
}

/** Each mail of the outbox was sent once, unless its cause was undone before. */
function faultsOfMails({ mails: all, received, shipments }: Records): string[] {
  const mails = all.filter((mail) => !isUndone(mail, shipments))
  return [
    ...mails
      .filter((mail) => mail.sent_at === null)
      .map((mail) => `Mail ${mail.id} was never sent: ${mail.last_error}`),
    ...differences(
      mails.map((mail) => mail.id),
      received.map((mail) => mail.id),
      'in the outbox, but not received as a mail',
      'received as a mail, but not in the outbox',
    ),
  ]
}

function lostWrites({ orders, comments }: Records, acknowledged: AcknowledgedWrites): string[] {
  const byKey = Map.groupBy(orders, (order) => `${order.email} ${order.idempotency_key}`)
  const keys = new Set(acknowledged.orders.map((one) => `${one.customer} ${one.key}`))
  const stored = new Set(comments)
  return [
    ...acknowledged.orders.flatMap((one) => {
      const found = byKey.get(`${one.customer} ${one.key}`) ?? []
      const fault = faultOfOrder(one, found)
      return fault ? [`${fault}: the customer’s answers were ${JSON.stringify(one)}`] : []
    }),
    ...[...byKey.keys()].filter((key) => !keys.has(key)).map((key) => `An order was never answered: ${key}`),
    ...acknowledged.reviews
      .filter((comment) => !stored.has(comment))
      .map((comment) => `A review is lost: ${comment}`),
  ]
}

function faultOfOrder(
  one: AcknowledgedOrder,
  found: readonly Records['orders'][number][],
): string | undefined {
  const [order, second] = found
  if (second) return `One key made ${found.length} orders`
  if (!one.id) return order && 'A refused order exists'
  if (order?.id !== one.id) return 'An order is lost'
  if (!hasLinesOf(order, one)) return 'An order has other lines'
  if (one.transactionId && order.transaction_id !== one.transactionId) return 'A payment is lost'
  if (one.isCancelled && order.cancelled_at === null) return 'A cancellation is lost'
  // The refusal said that the order is paid or being paid.
  if (one.isCancelled === false && order.cancelled_at !== null) return 'A refused cancellation was made'
  return one.isShipped && order.status !== 'shipped' ? 'A shipping is lost' : undefined
}

/** It has what the customer ordered, in that sequence. */
function hasLinesOf({ lines, total_cents }: Records['orders'][number], one: AcknowledgedOrder): boolean {
  const stored = lines.map(({ product_id, quantity }) => ({ productId: product_id, quantity }))
  return isDeepStrictEqual(stored, one.lines) && centsToDollars(total_cents) === one.totalPrice
}
