import type { UpdateObject } from 'kysely'
import type { ModelFiles } from '#features/models/models.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { newId } from '#kit/id.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import type { PartFile } from '../fields/schema.ts'
import { FILE_LIMITS } from '../limits.ts'
import { refuseLockedCatalog } from '../products/catalog-lock.ts'
import { hashOf, insertFile, partFiles } from '../products/file-content.ts'
import { unknownProduct } from '../products/product-errors.ts'
import { toPartFile } from '../products/product-files.ts'
import { productTags } from '../public/tags.ts'
import { FILE_TYPES, type FileKind, type FileType, isUploadedModel } from '../states.ts'
import { keptName } from './file-name.ts'
import { isWholeStep, typeOfFile } from './file-type.ts'

/** A file as an admin sends it. */
interface GivenFile {
  readonly kind: FileKind
  /** The name of the file if it is absent. */
  readonly title: string | undefined
  readonly name: string
  readonly content: Buffer<ArrayBuffer>
  /** Aborted when its sender has left. */
  readonly caller: AbortSignal
}

/**
 * Adds a file to a product for sale. Refuses unknown and archived products (404), more than 20 files (409 `too_many`), other types
 * than those of `FILE_TYPES` by its bytes (415), and a STEP file that is cut off, or that is a model and has no solid (422). Adds nothing for a sender who has left.
 */
export async function addPartFile(
  shop: Shop,
  models: Pick<ModelFiles, 'check'>,
  admin: Actor,
  productId: string,
  { kind, title, name: given, content, caller }: GivenFile,
): Promise<PartFile> {
  refuseAnother(await findForSale(shop.db, productId))
  const type = await checkType(models, kind, content)
  // Reading a model takes long: who has cancelled meanwhile does not expect the file.
  if (caller.aborted) throw new AppError('bad_request', 'The request was cut off.')
  const name = keptName(given, type)
  const id = newId(shop.now())
  const stored = { id, kind, title: title ?? name, name, type }
  const hash = hashOf(content)
  const { outside } = await shop.files.keep(partFiles.kind, content)
  await changeFiles(shop, admin, productId, async (trx, product) => {
    refuseAnother(product)
    await insertFile(trx, productId, { ...stored, content, hash, outside })
    return { by: 1, event: 'file_added', change: { field: 'file', from: null, to: inWords(stored) } }
  })
  return toPartFile({ ...stored, size: content.length })
}

/** Deletes a file of a product for sale. Refuses (404) unknown products, and files that are not theirs. */
export async function deletePartFile(
  shop: Shop,
  admin: Actor,
  productId: string,
  fileId: string,
): Promise<void> {
  await changeFiles(shop, admin, productId, async (trx) => {
    const deleted = await trx
      .deleteFrom('part_files')
      .where('id', '=', fileId)
      .where('product_id', '=', productId)
      .returning(['kind', 'title', 'name'])
      .executeTakeFirst()
    if (!deleted) throw new AppError('not_found', 'There is no such file.')
    return { by: -1, event: 'file_removed', change: { field: 'file', from: inWords(deleted), to: null } }
  })
}

const inWords = ({ kind, title, name }: Pick<PartFile, 'kind' | 'title' | 'name'>) => ({ kind, title, name })

/** The type of a file by its bytes, refused unless a product can have such a file. */
async function checkType(
  models: Pick<ModelFiles, 'check'>,
  kind: FileKind,
  content: Buffer,
): Promise<FileType> {
  const type = typeOfFile(content)
  if (type === undefined)
    throw new AppError('unsupported_media_type', 'A file has to be STEP, STL, DXF, PDF or PNG.')
  if (type === FILE_TYPES.step && !isWholeStep(content))
    throw invalidField('file', 'The STEP file is cut off: its end is missing.')
  const reason = isUploadedModel({ kind, type }) ? await models.check(content) : undefined
  if (reason !== undefined) throw invalidField('file', `The STEP file is no model: ${reason}.`)
  return type
}

interface FoundProduct {
  readonly id: string
  readonly category: string | null
  readonly file_count: number
}

const productForSale = (db: Db, id: string) =>
  db
    .selectFrom('products')
    .select(['id', 'category', 'file_count'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)

async function findForSale(db: Db, id: string): Promise<FoundProduct> {
  const product = await productForSale(db, id).executeTakeFirst()
  if (!product) throw unknownProduct()
  return product
}

function refuseAnother({ file_count }: FoundProduct): void {
  if (file_count >= FILE_LIMITS.files)
    throw new AppError('too_many', `A product can have ${FILE_LIMITS.files} files. Delete one first.`)
}

interface FileChange {
  /** How many files there are more. */
  readonly by: 1 | -1
  readonly event: 'file_added' | 'file_removed'
  readonly change: FieldChange
}

/** Changes the files of a product, which is locked, and records that. Its revision stays: it is that of the fields. */
function changeFiles(
  shop: Shop,
  admin: Actor,
  productId: string,
  work: (trx: Db, product: FoundProduct) => Promise<FileChange>,
): Promise<void> {
  return shop.db.transaction().execute(async (trx) => {
    await refuseLockedCatalog(trx)
    const product = await productForSale(trx, productId).forUpdate().executeTakeFirst()
    if (!product) throw unknownProduct()
    const { by, event, change } = await work(trx, product)
    const now = shop.now()
    const columns: UpdateObject<Schema, 'products'> = { file_count: product.file_count + by, updated_at: now }
    await trx.updateTable('products').set(columns).where('id', '=', productId).execute()
    recordPublicChange(trx, { tags: productTags([product]) })
    await recordAudit(trx, {
      by: admin,
      at: now,
      kind: `product.${event}`,
      subject: productId,
      changes: [change],
    })
  })
}

/** A file as it is sent. */
interface ServedFile {
  readonly id: string
  readonly name: string
  readonly type: FileType
  readonly size: number
  readonly hash: string
  readonly outside: string | null
}

/** The file with that id, without its content; undefined for an unknown one. */
export const findPartFile = (db: Db, id: string): Promise<ServedFile | undefined> =>
  db
    .selectFrom('part_files')
    .select(['id', 'name', 'type', 'size', 'hash', 'outside'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The newest STEP file of a product's model; undefined when it has none. */
export const findUploadedModel = (db: Db, productId: string): Promise<ServedFile | undefined> =>
  db
    .selectFrom('part_files')
    .select(['id', 'name', 'type', 'size', 'hash', 'outside'])
    .where('product_id', '=', productId)
    .where('kind', '=', 'model')
    .where('type', '=', FILE_TYPES.step)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
