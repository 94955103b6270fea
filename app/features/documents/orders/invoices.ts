import type { SellerTerms } from '#features/settings/config.ts'
import type { Db } from '#kit/db/db.ts'
import { nextNumber } from '#kit/db/row-counts.ts'
import '../tables.ts'

/** The invoice of a paid order. `issuedAt` is in milliseconds since 1970. */
export interface Invoice {
  /** From 1 on without gaps, in the sequence in which orders are paid. It never changes. */
  readonly number: number
  readonly issuedAt: number
  /** Of the time when it was issued; absent when the shop had no seller then. */
  readonly terms?: SellerTerms
}

/**
 * Gives an order its invoice, in the transaction that marks it paid: if that fails, the number is free again. On
 * PostgreSQL transactions wait here for each other, so they lock the order before.
 */
export async function issueInvoice(
  trx: Db,
  { orderId, terms, at }: { orderId: string; terms: SellerTerms; at: number },
): Promise<void> {
  const number = await nextNumber(trx, 'invoices')
  const kept = terms.seller ? JSON.stringify(terms) : null
  await trx.insertInto('invoices').values({ number, order_id: orderId, issued_at: at, terms: kept }).execute()
}

/** The invoice of an order; undefined until the order is paid. For those who may read the order. */
export async function findInvoice(db: Db, orderId: string): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom('invoices')
    .select(['number', 'issued_at', 'terms'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined
  const terms = row.terms === null ? {} : { terms: JSON.parse(row.terms) as SellerTerms }
  return { number: row.number, issuedAt: row.issued_at, ...terms }
}
