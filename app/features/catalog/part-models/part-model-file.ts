import { createHash } from 'node:crypto'
import { type ModelFiles, nameStep, type Waiting } from '#features/models/models.ts'
import { modelRefusals } from '#features/models/refusals.ts'
import type { ModelSizes } from '#features/models/schema.ts'
import { type ModelFormat, modelFormats } from '#features/models/states.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { findUploadedModel } from '../part-files/part-files.ts'
import { readContent, streamContent } from '../products/file-content.ts'
import { unknownProduct } from '../products/product-errors.ts'
import { keyOf } from '../products/product-rows.ts'
import type { AttributeValues } from '../schema.ts'
import { modelOf, readShape } from '../shapes/category-shape.ts'

type Place = Pick<Shop, 'db' | 'files'>

/** A file of a part's model. */
interface PartModelFile {
  /** As the shop writes it. */
  readonly sku: string
  /** An uploaded file comes piece by piece, from when it is asked for. */
  readonly content: Buffer<ArrayBuffer> | (() => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>)
  readonly bytes: number
  /** The same for the same bytes. */
  readonly hash: string
}

/**
 * The model of a part for sale as a file, by its part number in any case: of its newest uploaded STEP file, else as it is drawn.
 * Refused: 404 for unknown and archived parts, and `no_model` with the reason for one without a model; 503 as `ModelFiles` says.
 */
export async function findPartModel(
  shop: Place,
  models: ModelFiles,
  given: string,
  format: ModelFormat,
): Promise<PartModelFile> {
  const { sku, uploaded, source } = await findSource(shop, given)
  if (uploaded && format === 'step')
    return { sku, content: () => streamContent(shop, uploaded), bytes: uploaded.size, hash: uploaded.hash }
  const file = await models.find(source, format)
  if ('reason' in file) throw noModel(file.reason)
  const content =
    format === 'step' ? Buffer.from(nameStep(file.content.toString('utf8'), sku), 'utf8') : file.content
  const hash = createHash('sha256').update(content).digest('base64url')
  return { sku, content, bytes: content.length, hash }
}

/**
 * The drawing of the same model with its dimensions, as an SVG document, with the name of the part. Refused as `findPartModel` is,
 * and 503 when it is not made in time: then it is made meanwhile.
 */
export async function findPartDrawing(
  shop: Place,
  models: ModelFiles,
  given: string,
  waiting: Waiting,
): Promise<{ name: string; svg: string }> {
  return drawingOf(await findSource(shop, given), models, waiting)
}

/**
 * The same of a part by its id, archived ones too: orders show them. One that was never for sale is known (`isUnpublished`) to those
 * only who may see it.
 */
export async function findDrawingById(
  shop: Place,
  models: ModelFiles,
  id: string,
  { waiting, seesUnpublished }: { waiting: Waiting; seesUnpublished: () => Promise<boolean> },
): Promise<{ name: string; svg: string; isUnpublished: boolean }> {
  const row = await partRows(shop.db)
    .select('is_unpublished')
    .where('products.id', '=', id)
    .executeTakeFirst()
  const isUnpublished = row?.is_unpublished === 1
  if (!row || (isUnpublished && !(await seesUnpublished()))) throw unknownProduct()
  return { ...(await drawingOf(await sourceOf(shop, row), models, waiting)), isUnpublished }
}

async function drawingOf(
  { name, source }: Awaited<ReturnType<typeof sourceOf>>,
  models: ModelFiles,
  waiting: Waiting,
): Promise<{ name: string; svg: string }> {
  const file = await models.find(source, 'svg', waiting)
  if ('reason' in file) throw noModel(file.reason)
  return { name, svg: file.content.toString('utf8') }
}

/** What the model of a part is made from: its newest uploaded STEP file, else its attributes. Refused: 404. */
const findSource = async (shop: Place, given: string) => sourceOf(shop, await readPart(shop.db, given))

type PartRow = NonNullable<Awaited<ReturnType<ReturnType<typeof partRows>['executeTakeFirst']>>>

async function sourceOf(shop: Place, row: PartRow) {
  const { id, sku, name, file_count, ...part } = await withCategory(shop.db, row)
  const uploaded = file_count > 0 ? await findUploadedModel(shop.db, id) : undefined
  const source = uploaded
    ? { hash: uploaded.hash, read: () => readContent(shop, uploaded) }
    : modelOf(part.values, part.category)
  if ('reason' in source) throw noModel(source.reason)
  return { sku, name, uploaded, source }
}

/** How many bytes each file of a part's model has. A format that has no file, or none in time, is left out. Refused: 404. */
export async function findModelSizes(
  shop: Place,
  models: ModelFiles,
  given: string,
  signal: AbortSignal,
): Promise<ModelSizes> {
  const sizes: { -readonly [Format in ModelFormat]?: number } = {}
  // One after the other: each waits in one of the places that downloads wait in too.
  for (const format of modelFormats) {
    if (signal.aborted) break
    try {
      sizes[format] = (await findPartModel(shop, models, given, format)).bytes
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'not_found') throw error
    }
  }
  return sizes
}

/** The refusal of a part without a model. */
export const noModel = (reason: string): AppError => new AppError(modelRefusals.noModel, reason)

const partRows = (db: Db) =>
  db
    .selectFrom('products')
    .leftJoin('categories', 'categories.slug', 'products.category')
    .select(['products.id', 'sku', 'products.name', 'attributes', 'category', 'shape', 'file_count'])

async function readPart(db: Db, given: string): Promise<PartRow> {
  const row = await partRows(db)
    .where('sku_key', '=', keyOf(given))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw unknownProduct()
  return row
}

async function withCategory(db: Db, row: PartRow) {
  const attributes =
    row.category === null
      ? []
      : await db
          .selectFrom('category_attributes')
          .select('key')
          .where('category', '=', row.category)
          .execute()
  const values: AttributeValues = JSON.parse(row.attributes)
  const { id, sku, name, file_count } = row
  return { id, sku, name, file_count, values, category: { attributes, shape: readShape(row.shape) } }
}
