import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import { IS_PENDING, IS_SHIPPED, IS_UNPAID } from '../transitions/on-account.ts'
import '../tables.ts'

/** Pieces of a product that lie on the shelf and are not for sale. */
export interface HeldPieces {
  /** Those of unpaid orders. */
  readonly unpaid: number
  /** Those of paid orders that are not shipped, also refunded ones until they are put back. */
  readonly paid: number
}

export const NONE_HELD: HeldPieces = { unpaid: 0, paid: 0 }

/** What a line lacks lies on no shelf. */
const LACKING = sql`coalesce((select backorders.quantity from backorders
  where backorders.order_id = order_lines.order_id and backorders.position = order_lines.position), 0)`

/**
 * What of a line of a paid order, with the pieces that replace returned ones, neither a shipment has nor the stock. A lost
 * shipment has none.
 */
const NOT_GONE: RawBuilder<number> = sql`order_lines.quantity + order_lines.replaced - order_lines.restocked - ${LACKING} - coalesce((
  select sum(shipment_lines.quantity) from shipments join shipment_lines on shipment_id = shipments.id
  where shipments.order_id = order_lines.order_id and shipment_lines.position = order_lines.position), 0)`

/**
 * What orders hold of these products, archived ones too, by product. It reads the orders that are open, not those that were;
 * of a shipped one refunded pieces can be left.
 */
export async function findHeldPieces(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldPieces>> {
  if (ids.length === 0) return new Map()
  const lines = sql`orders join order_lines on order_lines.order_id = orders.id
    where ${isAmong(db, 'order_lines.product_id', ids)} and orders.cancelled_at is null`
  const { rows } = await sql<HeldPieces & { product_id: string }>`
    select product_id, sum(unpaid) as unpaid, sum(paid) as paid from (
      select order_lines.product_id, order_lines.quantity - ${LACKING} as unpaid, 0 as paid
      from ${lines} and ${IS_UNPAID}
      union all
      select order_lines.product_id, 0, ${NOT_GONE} from ${lines} and ${IS_PENDING}
      union all
      select order_lines.product_id, 0, ${NOT_GONE} from ${lines} and ${IS_SHIPPED}
        and order_lines.refunded > order_lines.restocked) as held
    group by product_id`.execute(db)
  return new Map(
    rows.map(({ product_id, unpaid, paid }) => [product_id, { unpaid: Number(unpaid), paid: Number(paid) }]),
  )
}
