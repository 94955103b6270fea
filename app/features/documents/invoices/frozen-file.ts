import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import { filesOfTable } from '#kit/files/file-rows.ts'
import type { Shop } from '#kit/shop.ts'
import '../tables.ts'

interface NumberedDocument {
  readonly kind: InvoiceDocument['kind']
  readonly number: number
}

/** Where they are: for good, also what no row names, since a row that a restore has lost may have named it. */
export const paperFiles = filesOfTable({
  kind: 'papers',
  table: 'document_files',
  columns: ['kind', 'number'],
  isForGood: true,
})

/**
 * An invoice or a credit note as it was rendered first, whatever a later release would render. The first call renders and stores
 * it; of several at once, in several processes too, one stores its file and all of them return that.
 */
export async function frozenFile(
  { db, files }: Pick<Shop, 'db' | 'files'>,
  { kind, number }: NumberedDocument,
  render: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const find = () =>
    db
      .selectFrom('document_files')
      .select(['content', 'outside'])
      .where('kind', '=', kind)
      .where('number', '=', number)
      .executeTakeFirst()
  const stored = await find()
  if (stored) return files.read(stored)
  const rendered = await render()
  const file = await files.keep(paperFiles.kind, Buffer.from(rendered))
  const own = await db
    .insertInto('document_files')
    .values({ kind, number, ...file })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  if (own) return rendered
  const first = await find()
  if (!first) throw new Error(`the file of ${kind} ${number} is gone`)
  return files.read(first)
}
