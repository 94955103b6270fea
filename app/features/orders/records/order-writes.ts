import '../tables.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { NO_END } from '../transitions/on-account.ts'
import { replaceBackordered } from './backorder-rows.ts'
import { insertLines, type LineRow, type OrderWithLines } from './order-rows.ts'
import type { StoredTerms } from './stored-terms.ts'

interface OtherLines {
  readonly rows: readonly LineRow[]
  readonly searchText: string
  readonly payableCents: number
  readonly chargesCents: number
  readonly shipsOn: string | undefined
  readonly terms: StoredTerms
}

/**
 * Writes the lines that an order has from now on and what it comes to. What was decided of those before holds no more, so that one on
 * account has no end of its hold unless it is asked for again. The products of the lines before and after are locked.
 */
export async function writeOtherLines(trx: Db, id: string, { rows, ...change }: OtherLines): Promise<void> {
  await trx.deleteFrom('order_lines').where('order_id', '=', id).execute()
  await insertLines(trx, rows)
  await replaceBackordered(
    trx,
    id,
    rows.map(({ position, product_id, backordered: quantity }) => ({ position, product_id, quantity })),
  )
  await trx
    .updateTable('orders')
    .set({ total_cents: change.payableCents, charges_cents: change.chargesCents })
    .set({ terms: JSON.stringify(change.terms), ships_on: change.shipsOn ?? null })
    .set({ search_text: change.searchText })
    .set((eb) => ({ revision: eb('revision', '+', 1), approval: null, approval_reason: null }))
    .set({ hold_until: sql`case when account_days is null then hold_until else ${NO_END} end` })
    .where('id', '=', id)
    .execute()
}

interface OtherContact {
  readonly searchText: string
  /** When the address became another one, if it did. */
  readonly addressChangedAt: number | undefined
}

/** Writes PO number, note, phone and address as the order has them from now on. */
export async function writeContact(
  trx: Db,
  { id, po_number, note, phone, address, terms }: OrderWithLines,
  { searchText: search_text, addressChangedAt }: OtherContact,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ po_number, note, phone, address, terms, search_text })
    .$if(addressChangedAt !== undefined, (query) => query.set({ address_changed_at: addressChangedAt }))
    .where('id', '=', id)
    .execute()
}
