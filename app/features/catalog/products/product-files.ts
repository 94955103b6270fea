import type { Db } from '#kit/db/db.ts'
import type { PartFile } from '../fields/schema.ts'
import { partFilePath } from '../paths.ts'
import { fileKinds } from '../states.ts'
import '../tables.ts'

interface CountedRow {
  readonly id: string
  readonly file_count: number
}

/** The files of these products by the product's id, by kind, then newest first. One query for all, none where there are no files. */
export async function readFiles(
  db: Db,
  products: readonly CountedRow[],
): Promise<(productId: string) => PartFile[]> {
  const ids = products.flatMap(({ id, file_count }) => (file_count > 0 ? [id] : []))
  if (ids.length === 0) return () => []
  const rows = await db
    .selectFrom('part_files')
    .select(['id', 'product_id', 'kind', 'title', 'name', 'type', 'size'])
    .where('product_id', 'in', ids)
    .orderBy('number', 'desc')
    .execute()
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  return (productId) => (byProduct.get(productId) ?? []).map(toPartFile).sort(byKind)
}

const byKind = (one: PartFile, other: PartFile): number =>
  fileKinds.indexOf(one.kind) - fileKinds.indexOf(other.kind)

/** The file in answers. */
export const toPartFile = ({ id, ...file }: Omit<PartFile, '_id' | 'url'> & { id: string }): PartFile => ({
  _id: id,
  kind: file.kind,
  title: file.title,
  name: file.name,
  size: file.size,
  type: file.type,
  url: partFilePath(id),
})
