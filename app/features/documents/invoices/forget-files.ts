import type { ForgottenDocument } from '#features/invoices/invoices.ts'
import type { Db } from '#kit/db/db.ts'
import '../tables.ts'

/** Deletes the files of documents that were deleted, so that the next ones with these numbers get their own. */
export async function forgetFilesOf(trx: Db, documents: readonly ForgottenDocument[]): Promise<void> {
  for (const [kind, own] of Map.groupBy(documents, (document) => document.kind))
    await trx
      .deleteFrom('document_files')
      .where('kind', '=', kind)
      .where(
        'number',
        'in',
        own.map(({ number }) => number),
      )
      .execute()
}
