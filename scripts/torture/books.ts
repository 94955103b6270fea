import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Product } from '#features/catalog/schema.ts'
import { type Database, openDatabase } from '#kit/db/db.ts'
import { countedRows } from '#kit/db/row-counts.ts'
import type { Storage } from '../../tests/support/running-shop.ts'
import { settleAll } from './jobs.ts'
import type { Acknowledged, AcknowledgedOrder } from './shopper.ts'

/** Everything that was written, read at once when all is done. */
type Books = Awaited<ReturnType<typeof readBooks>>

/**
 * Lets the shop's jobs finish what is under way, then compares what was written with itself, with the payment
 * provider and with what customers were told. `products` were put up with the quantity that they name here.
 * Every difference is a sentence.
 */
export async function auditBooks(
  storage: Storage,
  products: readonly Product[],
  told: Acknowledged,
): Promise<string[]> {
  await settleAll(storage)
  const database = openDatabase(storage)
  try {
    const books = await readBooks(database)
    return [
      ...(database.kind === 'sqlite' ? await faultsOfFile(database) : []),
      ...faultsOfStock(books, products),
      ...faultsOfCount(books),
      ...faultsOfPayments(books),
      ...faultsOfProvider(books),
      ...faultsOfStories(books),
      ...faultsOfMails(books),
      ...brokenPromises(books, told),
    ]
  } finally {
    await database.close()
  }
}

async function readBooks({ db }: Database) {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .selectAll('orders')
    .select(['product_id', 'quantity'])
    .execute()
  const provider = await db.selectFrom('sandbox_stripe').select(['kind', 'body']).execute()
  const providers = <Body>(kind: string): Body[] =>
    provider.filter((row) => row.kind === kind).map((row) => JSON.parse(row.body))
  return {
    orders,
    counted: await countedRows(db, 'orders'),
    products: await db.selectFrom('products').select(['id', 'quantity']).execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('at').orderBy('id').execute(),
    comments: (await db.selectFrom('ratings').select('comment').execute()).map((row) => row.comment),
    mails: await db.selectFrom('mails').select(['id', 'sent_at', 'last_error']).execute(),
    received: await db.selectFrom('sandbox_mails').select('id').execute(),
    intents: providers<Stripe.PaymentIntent>('payment_intent'),
    givenBack: providers<Stripe.Refund>('refund'),
  }
}

async function faultsOfFile({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const orphans = await sql`pragma foreign_key_check`.execute(db)
  return [
    ...rows.filter((row) => row.integrity_check !== 'ok').map((row) => `The file: ${row.integrity_check}`),
    ...orphans.rows.map((row) => `A row without the one that it belongs to: ${JSON.stringify(row)}`),
  ]
}

/** For sale, held and sold: no piece is lost, none is there twice. */
function faultsOfStock({ orders, products }: Books, initial: readonly Product[]): string[] {
  return initial.flatMap(({ _id, name, quantity }) => {
    const forSale = products.find((product) => product.id === _id)?.quantity ?? 0
    const taken = sum(orders.filter((order) => order.product_id === _id && order.cancelled_at === null))
    return forSale >= 0 && forSale + taken === quantity
      ? []
      : [`${name}: ${forSale} for sale and ${taken} held or sold of ${quantity}`]
  })
}

function faultsOfCount({ orders, counted }: Books): string[] {
  const standing = orders.filter((order) => order.cancelled_at === null).length
  return counted === standing ? [] : [`${standing} orders stand, and ${counted} are counted`]
}

const sum = (orders: readonly { quantity: number }[]): number =>
  orders.reduce((pieces, order) => pieces + order.quantity, 0)

/** An order is paid by one payment, and then it is never cancelled. */
function faultsOfPayments({ orders, payments }: Books): string[] {
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
      'paid, which the payments do not know',
      'in the payments, but not paid',
    ),
  ]
}

/** What the provider took is an order's payment to the cent, or it went back. */
function faultsOfProvider({ orders, intents, givenBack, refunds }: Books): string[] {
  const orderOf = new Map(
    orders.flatMap((order) => (order.transaction_id ? [[order.transaction_id, order]] : [])),
  )
  const known = new Set(intents.map((intent) => intent.id))
  return [
    ...[...orderOf.keys()].filter((id) => !known.has(id)).map((id) => `The provider knows no payment ${id}`),
    ...intents.flatMap((intent) => {
      const order = orderOf.get(intent.id)
      const back = givenBack.filter((refund) => refund.payment_intent === intent.id)
      if (intent.status !== 'succeeded') {
        return order ? [`Order ${order.id} is paid by ${intent.id}, which is ${intent.status}`] : []
      }
      if (order) {
        return intent.amount_received === order.total_cents && intent.metadata.orderId === order.id
          ? []
          : [`Order ${order.id} is paid by ${intent.id}, which does not match it`]
      }
      const noted = refunds.find((refund) => refund.intent_id === intent.id)
      const isBack = back.length === 1 && back[0]?.id === noted?.refund_id
      return isBack && back[0]?.amount === intent.amount_received
        ? []
        : [`The money of ${intent.id} belongs to no order and has not gone back`]
    }),
  ]
}

/** Each order's story tells once what happened once, and ends where the order stands. */
function faultsOfStories({ orders, events }: Books): string[] {
  const stories = Map.groupBy(events, (event) => event.order_id)
  return orders.flatMap((order) => {
    const story = stories.get(order.id) ?? []
    const kinds = story.map((event) => event.kind)
    const count = (...wanted: string[]) => kinds.filter((kind) => wanted.includes(kind)).length
    const isShipped = order.status === 'shipped'
    // Of two changes in one millisecond the story does not tell which was the later one.
    const toggles = story.filter(({ kind }) => kind === 'shipped' || kind === 'reverted')
    const last = toggles.filter(({ at }) => at === toggles.at(-1)?.at).map(({ kind }) => kind)
    const isSound =
      count('placed') === 1 &&
      count('paid') === (order.paid_at === null ? 0 : 1) &&
      count('cancelled', 'lapsed') === (order.cancelled_at === null ? 0 : 1) &&
      count('shipped') - count('reverted') === (isShipped ? 1 : 0) &&
      (toggles.length === 0 || last.includes(isShipped ? 'shipped' : 'reverted'))
    return isSound ? [] : [`Order ${order.id} stands otherwise than its story says: ${kinds.join(', ')}`]
  })
}

/** Whatever was to be said was said, once. */
function faultsOfMails({ mails, received }: Books): string[] {
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

function brokenPromises({ orders, comments }: Books, told: Acknowledged): string[] {
  const byKey = Map.groupBy(orders, (order) => `${order.email} ${order.idempotency_key}`)
  const keys = new Set(told.orders.map((one) => `${one.customer} ${one.key}`))
  const kept = new Set(comments)
  return [
    ...told.orders.flatMap((one) => {
      const found = byKey.get(`${one.customer} ${one.key}`) ?? []
      const fault = faultOfOrder(one, found)
      return fault ? [`${fault}: was told ${JSON.stringify({ ...one, product: one.product.name })}`] : []
    }),
    ...[...byKey.keys()].filter((key) => !keys.has(key)).map((key) => `Nobody was told of an order: ${key}`),
    ...told.reviews.filter((comment) => !kept.has(comment)).map((comment) => `A review is lost: ${comment}`),
  ]
}

function faultOfOrder(one: AcknowledgedOrder, found: readonly Books['orders'][number][]): string | undefined {
  const [order, second] = found
  if (second) return `One attempt made ${found.length} orders`
  if (!one.id) return order && 'An order that was refused is there'
  if (order?.id !== one.id || order.quantity !== one.quantity) return 'An order is lost'
  if (one.transactionId && order.transaction_id !== one.transactionId) return 'A payment is lost'
  if (one.isCancelled && order.cancelled_at === null) return 'A cancellation is lost'
  // Told that it is paid or being paid: then it was.
  if (one.isCancelled === false && order.cancelled_at !== null) return 'A refused cancellation was made'
  return one.isShipped && order.status !== 'shipped' ? 'A shipping is lost' : undefined
}

function differences(
  some: readonly string[],
  others: readonly string[],
  extra: string,
  missing: string,
): string[] {
  const left = new Set(some)
  const right = new Set(others)
  return [
    ...some.filter((one) => !right.has(one)).map((one) => `${one}: ${extra}`),
    ...others.filter((one) => !left.has(one)).map((one) => `${one}: ${missing}`),
  ]
}
