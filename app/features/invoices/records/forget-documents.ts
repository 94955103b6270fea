import type { Db } from '#kit/db/db.ts'
import { freeNumbersAfter } from '#kit/db/row-counts.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import '#kit/backup/tables.ts'
import '../tables.ts'

/** A document that there was. */
export interface ForgottenDocument {
  readonly kind: InvoiceDocument['kind']
  readonly number: number
}

/**
 * Deletes the invoices and credit notes of these orders; resolves to what they were. Others keep their numbers, so gaps stay
 * between them; the numbers after the last of them are given again, but none of a gap that a restore left. For samples only:
 * other documents are never deleted.
 */
export async function forgetDocumentsOf(trx: Db, orderIds: readonly string[]): Promise<ForgottenDocument[]> {
  if (orderIds.length === 0) return []
  // An invoice may be of a credit note.
  const invoices = await trx
    .deleteFrom('invoices')
    .where('order_id', 'in', orderIds)
    .returning('number')
    .execute()
  const notes = await trx
    .deleteFrom('credit_notes')
    .where('order_id', 'in', orderIds)
    .returning('number')
    .execute()
  if (invoices.length > 0) await freeNumbersAfter(trx, 'invoices', () => lastGiven(trx, 'invoices'))
  if (notes.length > 0) await freeNumbersAfter(trx, 'credit_notes', () => lastGiven(trx, 'credit_notes'))
  return [
    ...invoices.map(({ number }) => ({ kind: 'invoice' as const, number })),
    ...notes.map(({ number }) => ({ kind: 'credit_note' as const, number })),
  ]
}

/** The last number that somebody holds: in this database, or since a backup of it. */
async function lastGiven(trx: Db, table: 'invoices' | 'credit_notes'): Promise<number> {
  const row = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirst()
  const gap = await trx
    .selectFrom('number_gaps')
    .select(({ fn }) => fn.max('last_number').as('last'))
    .where('kind', '=', table)
    .executeTakeFirst()
  return Math.max(row?.last ?? 0, gap?.last ?? 0)
}
