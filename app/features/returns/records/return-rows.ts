import '../tables.ts'
import '#features/payments/tables.ts'
import type { RawBuilder } from 'kysely'
import { ALL_ORDERS } from '#features/orders/orders.ts'
import { orderRefundStates } from '#features/orders/states.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { toIso } from '#kit/time.ts'
import type { Return } from '../schema.ts'

/** Returns with their refund and what names their order. */
export const selectReturns = (db: Db) =>
  db
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .leftJoin('order_refunds', 'order_refunds.id', 'returns.refund_id')
    .selectAll('returns')
    .select(['orders.number', 'orders.name'])
    .select(['order_refunds.state as refund_state', 'order_refunds.amount_cents as refund_cents'])
    .select('order_refunds.failure as refund_failure')

type Selected = Awaited<ReturnType<ReturnType<typeof selectReturns>['execute']>>[number]

/** A line of a return with the part that it is of. */
export interface ReturnedLine {
  readonly return_id: string
  readonly position: number
  readonly quantity: number
  readonly restocked: number
  readonly scrapped: number
  readonly sku: string
  readonly product_name: string
  readonly product_id: string
}

export interface ReturnRow extends Selected {
  readonly lines: readonly ReturnedLine[]
}

export const returnNotFound = (): AppError => new AppError('not_found', 'There is no such return.')

/** The return, if its order is one of these. Refused (404) otherwise. */
export async function findReturn(
  db: Db,
  returnId: string,
  whose: RawBuilder<boolean> = ALL_ORDERS,
): Promise<ReturnRow> {
  const row = await selectReturns(db).where('returns.id', '=', returnId).where(whose).executeTakeFirst()
  if (!row) throw returnNotFound()
  const [found = { ...row, lines: [] }] = await withReturnLines(db, [row])
  return found
}

/** The returns of an order, oldest first. */
export const findReturnsOf = async (db: Db, orderId: string): Promise<ReturnRow[]> =>
  withReturnLines(
    db,
    await selectReturns(db).where('returns.order_id', '=', orderId).orderBy('returns.id').execute(),
  )

/** Adds the lines of each return, with one query for all. */
export async function withReturnLines(db: Db, rows: readonly Selected[]): Promise<ReturnRow[]> {
  if (rows.length === 0) return []
  const lines = await db
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_lines.return_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'returns.order_id')
        .onRef('order_lines.position', '=', 'return_lines.position'),
    )
    .selectAll('return_lines')
    .select(['order_lines.sku', 'order_lines.product_name', 'order_lines.product_id'])
    .where(
      'return_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('return_id')
    .orderBy('return_lines.position')
    .execute()
  const byReturn = Map.groupBy(lines, ({ return_id }) => return_id)
  return rows.map((row) => ({ ...row, lines: byReturn.get(row.id) ?? [] }))
}

/** How many pieces came back. */
export const receivedOf = ({ restocked, scrapped }: Pick<ReturnedLine, 'restocked' | 'scrapped'>): number =>
  restocked + scrapped

/** A return as its customer reads it. */
export const toReturn = (row: ReturnRow): Return => ({
  _id: row.id,
  revision: row.revision,
  orderId: row.order_id,
  orderNumber: row.number,
  state: row.state,
  ...(row.outcome !== null && { outcome: row.outcome }),
  at: toIso(row.created_at),
  reason: row.reason,
  ...(row.note !== null && { note: row.note }),
  ...(row.instructions !== null && { instructions: row.instructions }),
  ...(row.answer !== null && { answer: row.answer }),
  lines: row.lines.map((line) => ({
    position: line.position,
    quantity: line.quantity,
    sku: line.sku,
    product: line.product_name,
    received: receivedOf(line),
  })),
  ...refundOf(row),
})

function refundOf({ refund_state, refund_cents }: ReturnRow): Pick<Return, 'refund'> {
  const state = orderRefundStates.find((each) => each === refund_state)
  if (state === undefined || refund_cents === null) return {}
  return { refund: { amount: centsToDollars(refund_cents), state } }
}

/** The same for the staff. */
export function toManagedReturn(row: ReturnRow): Return {
  const shown = toReturn(row)
  const { refund_failure: failure } = row
  return {
    ...shown,
    ...(shown.refund && { refund: { ...shown.refund, ...(failure !== null && { failure }) } }),
    customer: row.name,
    lines: shown.lines.map((line, index) => ({
      ...line,
      restocked: row.lines[index]?.restocked ?? 0,
      scrapped: row.lines[index]?.scrapped ?? 0,
    })),
  }
}
