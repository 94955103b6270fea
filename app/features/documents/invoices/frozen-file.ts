import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import type { Db } from '#kit/db/db.ts'
import '../tables.ts'

interface NumberedDocument {
  readonly kind: InvoiceDocument['kind']
  readonly number: number
}

/**
 * An invoice or a credit note as it was rendered first, whatever a later release would render. The first call renders and stores
 * it; of several at once, in several processes too, one stores its file and all of them return that.
 */
export async function frozenFile(
  db: Db,
  { kind, number }: NumberedDocument,
  render: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const find = () =>
    db
      .selectFrom('document_files')
      .select('content')
      .where('kind', '=', kind)
      .where('number', '=', number)
      .executeTakeFirst()
  const stored = await find()
  if (stored) return new Uint8Array(stored.content)
  const rendered = await render()
  const own = await db
    .insertInto('document_files')
    .values({ kind, number, content: Buffer.from(rendered) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  if (own) return rendered
  const first = await find()
  if (!first) throw new Error(`the file of ${kind} ${number} is gone`)
  return new Uint8Array(first.content)
}
