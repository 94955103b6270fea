import { createHash } from 'node:crypto'
import type { Db } from '#kit/db/db.ts'

/** The rows that a refused call must not change, without columns that jobs update. */
async function readRecords(db: Db) {
  return {
    users: await db.selectFrom('user').selectAll().orderBy('id').execute(),
    accounts: await db.selectFrom('account').select(['id', 'userId', 'password']).orderBy('id').execute(),
    sessions: await db.selectFrom('session').select('id').orderBy('id').execute(),
    products: await db.selectFrom('products').selectAll().orderBy('id').execute(),
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('order_lines').selectAll().orderBy('order_id').execute(),
    shipments: await db.selectFrom('shipments').selectAll().orderBy('id').execute(),
    cancelledShipments: await db.selectFrom('taken_back_shipments').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    payments: await db
      .selectFrom('payments')
      .select(['intent_id', 'order_id', 'amount_cents', 'state'])
      .orderBy('intent_id')
      .execute(),
    links: await db.selectFrom('payment_links').selectAll().orderBy('order_id').execute(),
    refunds: await db.selectFrom('unmatched_refunds').select('intent_id').orderBy('intent_id').execute(),
    orderRefunds: await db.selectFrom('order_refunds').select('id').orderBy('id').execute(),
    returns: await db.selectFrom('returns').selectAll().orderBy('id').execute(),
    returnLines: await db.selectFrom('return_lines').selectAll().orderBy('return_id').execute(),
    offers: await db.selectFrom('offers').selectAll().orderBy('id').execute(),
    offerVersions: await db.selectFrom('offer_versions').selectAll().orderBy('issued_at').execute(),
    offerMessages: await db.selectFrom('offer_messages').selectAll().orderBy('id').execute(),
    receipts: await db.selectFrom('order_receipts').selectAll().orderBy('id').execute(),
    backorders: await db
      .selectFrom('backorders')
      .selectAll()
      .orderBy('order_id')
      .orderBy('position')
      .execute(),
    reviews: await db.selectFrom('ratings').selectAll().orderBy('id').execute(),
    images: await db.selectFrom('images').selectAll().orderBy('id').execute(),
    files: await db.selectFrom('part_files').selectAll().orderBy('id').execute(),
    outbox: await db.selectFrom('outbox').select(['id', 'kind', 'about']).orderBy('id').execute(),
  }
}

export type Records = Readonly<Record<keyof Awaited<ReturnType<typeof readRecords>>, string>>

/** A digest of each table of the shop. */
export async function digestTables(db: Db): Promise<Records> {
  const entries = Object.entries(await readRecords(db)).map(([table, rows]) => [
    table,
    `${rows.length} rows, ${createHash('sha256').update(JSON.stringify(rows)).digest('base64url')}`,
  ])
  return Object.fromEntries(entries) as Records
}

/** The tables that differ. */
export function changedTables(before: Records, after: Records): string[] {
  return Object.entries(before).flatMap(([table, digest]) =>
    after[table as keyof Records] === digest ? [] : [table],
  )
}
