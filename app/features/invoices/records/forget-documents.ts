import type { Db } from '#kit/db/db.ts'
import { freeNumbersAfter } from '#kit/db/row-counts.ts'
import type { InvoiceDocument } from '../document/invoice-document.ts'
import '../tables.ts'

/** A document that there was. */
export interface ForgottenDocument {
  readonly kind: InvoiceDocument['kind']
  readonly number: number
}

/**
 * Deletes the invoices and credit notes of these orders; resolves to what they were. Others keep their numbers, so gaps stay
 * between them; the numbers after the last of them are given again. For samples only: other documents are never deleted.
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
  const lastOf = async (table: 'invoices' | 'credit_notes') =>
    (await trx.selectFrom(table).select('number').orderBy('number', 'desc').limit(1).executeTakeFirst())
      ?.number ?? 0
  if (invoices.length > 0) await freeNumbersAfter(trx, 'invoices', await lastOf('invoices'))
  if (notes.length > 0) await freeNumbersAfter(trx, 'credit_notes', await lastOf('credit_notes'))
  return [
    ...invoices.map(({ number }) => ({ kind: 'invoice' as const, number })),
    ...notes.map(({ number }) => ({ kind: 'credit_note' as const, number })),
  ]
}
