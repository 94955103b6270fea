import '../tables.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { lockCustomer, type SignedInUser, withoutLackingFactor } from '#features/accounts/accounts.ts'
import {
  ALL_ORDERS,
  lockAnyOrder,
  orderNotFound,
  ordersPlacedBy,
  readableByOwner,
  writableByOwner,
} from '#features/orders/orders.ts'
import type { Settings } from '#features/settings/schema.ts'
import { currentSettings } from '#features/settings/settings.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { type RequestKey, refuseReusedKey, requestKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { MAXIMUM_MESSAGES, MAXIMUM_WAITING } from '../limits.ts'
import { mailAnswer, mailQuestion } from '../mails/message-mails.ts'
import type { OrderMessage } from '../schema.ts'

/** What somebody writes about an order; with a key the same request is written once. */
export interface NewMessage {
  readonly orderId: string
  readonly text: string
  readonly key?: string | undefined
}

/** The messages about an own order, also about a cancelled one, oldest first. Another's is refused (404). */
export async function listOwnMessages(db: Db, customer: SignedInUser, orderId: string) {
  await findOrderBy(db, orderId, readableByOwner(customer))
  return (await listRows(db, orderId)).map(toMessage)
}

/** The same about any order, with who of the staff wrote, and what waits for an answer. */
export async function listMessages(db: Db, orderId: string): Promise<OrderMessage[]> {
  await findOrderBy(db, orderId, ALL_ORDERS)
  return (await listRows(db, orderId)).map(toManagedMessage)
}

/**
 * A customer writes about an own order, which the staff are told by mail. Refused: another's order (404), more than a few messages
 * that wait for an answer, and more than 200 (409 `too_many`), the key of another message (422).
 */
export async function askAboutOrder(
  shop: Shop,
  customer: SignedInUser,
  message: NewMessage,
): Promise<OrderMessage> {
  const staff = await withoutLackingFactor(shop, readersOf(await currentSettings(shop)))
  const row = await shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customer)
    const order = await findOrderBy(trx, message.orderId, writableByOwner(customer))
    await lockAnyOrder(trx, order.id)
    const by = { user_id: customer.id, author_email: null, waits: 1 } as const
    const at = shop.now()
    const { written, isNew } = await writeMessage(trx, at, message, by)
    if (isNew) await mailQuestion(trx, at, order.id, staff)
    return written
  })
  return toMessage(row)
}

/** Who is told by mail: those of new orders, else the seller; with neither, only the overview counts it. */
const readersOf = ({ mails, seller }: Settings): readonly string[] =>
  mails.newOrders.length > 0 || seller.email === undefined ? mails.newOrders : [seller.email]

/** Somebody of the staff writes to the customer, who gets a mail: what waited is answered. Refused as above. */
export async function answerAboutOrder(
  shop: Shop,
  admin: SignedInUser,
  message: NewMessage,
): Promise<OrderMessage> {
  const row = await shop.db.transaction().execute(async (trx) => {
    const order = await findOrderBy(trx, message.orderId, ALL_ORDERS)
    await lockAnyOrder(trx, order.id)
    const at = shop.now()
    const by = { user_id: null, author_email: admin.email, waits: 0 } as const
    const { written, isNew } = await writeMessage(trx, at, message, by)
    if (!isNew) return written
    await endWaiting(trx, order.id)
    await recordAudit(trx, { by: admin, at, kind: 'order.answered', subject: order.id })
    await mailAnswer(trx, at, order)
    return written
  })
  return toManagedMessage(row)
}

/** What waits needs no answer. Returns how many messages these were. */
export const closeQuestions = (shop: Shop, admin: SignedInUser, orderId: string): Promise<number> =>
  shop.db.transaction().execute(async (trx) => {
    await findOrderBy(trx, orderId, ALL_ORDERS)
    await lockAnyOrder(trx, orderId)
    const closed = await endWaiting(trx, orderId)
    const entry = { by: admin, at: shop.now(), kind: 'order.question_closed', subject: orderId } as const
    if (closed > 0) await recordAudit(trx, entry)
    return closed
  })

/** Deletes what was written about the orders that were placed with an account, with the answers; see `accountRows`. */
export async function deleteMessagesOf(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('order_messages')
    .where('order_id', 'in', trx.selectFrom('orders').select('id').where(ordersPlacedBy(userId)))
    .execute()
}

/** The ids of the orders about which a message waits for an answer, for a statement about orders. For the staff. */
export const ORDERS_TO_ANSWER: RawBuilder<string> = sql`select order_id from order_messages where waits = 1`

/** Which of these orders have a message that waits for an answer. */
export async function findToAnswer(db: Db, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('order_messages')
    .select('order_id')
    .distinct()
    .where('waits', '=', 1)
    .where('order_id', 'in', orderIds)
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}

/** How many orders have one. */
export const countToAnswer = (db: Db): Promise<RowCount> =>
  countUpToLimit(db, sql`select distinct order_id from order_messages where waits = 1`)

type MessageRow = Selectable<Schema['order_messages']>

async function findOrderBy(db: Db, orderId: string, whose: RawBuilder<boolean>) {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'email'])
    .where('orders.id', '=', orderId)
    .where(whose)
    .executeTakeFirst()
  if (!order) throw orderNotFound()
  return order
}

const listRows = (db: Db, orderId: string): Promise<MessageRow[]> =>
  db
    .selectFrom('order_messages')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .limit(MAXIMUM_MESSAGES)
    .execute()

/** Writes the message, unless the same request wrote it before. The order is locked. */
async function writeMessage(
  trx: Db,
  at: number,
  { orderId, text, key }: NewMessage,
  by: Pick<MessageRow, 'user_id' | 'author_email' | 'waits'>,
): Promise<{ written: MessageRow; isNew: boolean }> {
  const rows = await listRows(trx, orderId)
  const asked = requestKey(key, [orderId, text])
  const earlier = asked && findEarlier(rows, asked, by)
  if (earlier) return { written: earlier, isNew: false }
  refuseTooMany(rows, by)
  const keyed = asked ?? { idempotency_key: null, idempotency_hash: null }
  const written = { id: newId(at), order_id: orderId, text, at, ...by, ...keyed }
  await trx.insertInto('order_messages').values(written).execute()
  return { written, isNew: true }
}

function findEarlier(
  rows: readonly MessageRow[],
  asked: RequestKey,
  { author_email }: Pick<MessageRow, 'author_email'>,
): MessageRow | undefined {
  const earlier = rows.find(
    (row) => row.idempotency_key === asked.idempotency_key && row.author_email === author_email,
  )
  if (earlier) refuseReusedKey(asked, earlier, 'another message')
  return earlier
}

function refuseTooMany(rows: readonly MessageRow[], { user_id }: Pick<MessageRow, 'user_id'>): void {
  if (rows.length >= MAXIMUM_MESSAGES)
    throw new AppError(
      'too_many',
      `There are ${MAXIMUM_MESSAGES} messages about this order, the most there can be. Write a mail instead.`,
    )
  if (user_id !== null && rows.filter(({ waits }) => waits === 1).length >= MAXIMUM_WAITING)
    throw new AppError(
      'too_many',
      `${MAXIMUM_WAITING} of your messages wait for an answer. Wait for it, or call us if it is urgent.`,
    )
}

async function endWaiting(trx: Db, orderId: string): Promise<number> {
  const ended = await trx
    .updateTable('order_messages')
    .set({ waits: 0 })
    .where('order_id', '=', orderId)
    .where('waits', '=', 1)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

const toMessage = ({ id, at, user_id, text }: MessageRow): OrderMessage => ({
  _id: id,
  at: toIso(at),
  by: user_id === null ? 'shop' : 'customer',
  text,
})

export const toManagedMessage = (row: MessageRow): OrderMessage => ({
  ...toMessage(row),
  ...(row.author_email !== null && { email: row.author_email }),
  ...(row.waits === 1 && { waits: true }),
})
