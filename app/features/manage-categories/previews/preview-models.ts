import type { z } from 'zod'
import {
  modelOf,
  noModel,
  partModel,
  readFiles,
  refuseWrongShape,
  unknownProduct,
} from '#features/catalog/catalog.ts'
import type { AttributeValues, shapedSchema } from '#features/catalog/schema.ts'
import { isUploadedModel } from '#features/catalog/states.ts'
import type { ModelFiles } from '#features/models/models.ts'
import type { Db } from '#kit/db/db.ts'
import type { ModelPreview } from '../schema.ts'

/** The attributes and the shape of a category as an admin has typed them. */
type Shaped = z.infer<typeof shapedSchema>

/** How many products of a category are looked at, how many of these at once, and how many without a model are listed. */
const MOST = { checked: 10_000, atOnce: 500, listed: 100 }

/**
 * Which parts of a category would have no model by a shape that is not saved, and why. Those of the categories below it are
 * not meant. Refuses a shape as `refuseWrongShape` does.
 */
export async function previewModels(db: Db, slug: string, shaped: Shaped): Promise<ModelPreview> {
  refuseWrongShape(shaped)
  const found: { checked: number; without: number; parts: ModelPreview['parts'] } = {
    checked: 0,
    without: 0,
    parts: [],
  }
  let last: CheckedRow | undefined
  do {
    const rows = await readRows(db, slug, last)
    const filesOf = await readFiles(db, rows)
    for (const { id, sku, name, attributes } of rows) {
      const model = partModel(JSON.parse(attributes), shaped)
      if (!('reason' in model) || filesOf(id).some(isUploadedModel)) continue
      found.without += 1
      if (found.parts.length < MOST.listed) found.parts.push({ _id: id, sku, name, reason: model.reason })
    }
    found.checked += rows.length
    last = rows.length === MOST.atOnce ? rows.at(-1) : undefined
  } while (last && found.checked < MOST.checked)
  return found
}

type CheckedRow = Awaited<ReturnType<typeof readRows>>[number]

/** The next products for sale of the category, by name. */
const readRows = (db: Db, slug: string, after: { name_key: string; id: string } | undefined) =>
  db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'name_key', 'attributes', 'file_count'])
    .where('category', '=', slug)
    .where('archived_at', 'is', null)
    .$if(after !== undefined, (rows) =>
      rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('name_key', 'id'), '>', tuple(after?.name_key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(MOST.atOnce)
    .execute()

/**
 * The GLB of a part of the category by a shape that is not saved, also of a part that has an uploaded model. Refused: a shape
 * as `refuseWrongShape` does; 404 for a product that the category does not have, and `no_model` with the reason; 503 as
 * `ModelFiles` says.
 */
export async function previewPart(
  db: Db,
  models: ModelFiles,
  slug: string,
  { productId, ...shaped }: Shaped & { readonly productId: string },
): Promise<Buffer<ArrayBuffer>> {
  refuseWrongShape(shaped)
  const row = await db
    .selectFrom('products')
    .select('attributes')
    .where('id', '=', productId)
    .where('category', '=', slug)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw unknownProduct()
  const values: AttributeValues = JSON.parse(row.attributes)
  const model = modelOf(values, shaped)
  if ('reason' in model) throw noModel(model.reason)
  const file = await models.find(model, 'glb')
  if ('reason' in file) throw noModel(file.reason)
  return file.content
}
