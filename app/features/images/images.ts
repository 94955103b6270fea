import type { SignedInUser } from '#features/accounts/accounts.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { filesOfTable } from '#kit/files/file-rows.ts'
import { idsFrom, newId } from '#kit/id.ts'
import { isAmong } from '#kit/input/search.ts'
import type { PictureRefusal, WebPicture, WebPictureType } from '#kit/pictures/web-picture.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { createTaskWorker, TaskEndedError } from '#kit/worker/task-worker.ts'
import { AVATAR_WIDTH, keepAvatar } from './avatars/avatars.ts'
import { IMAGE_WIDTHS, imageIdOf, imagePath } from './paths.ts'
import './tables.ts'
import type { ImageTask } from './worker.ts'

export { avatarFiles, deleteAvatarOf } from './avatars/avatars.ts'

/** Where the files of images are. */
export const imageFiles = filesOfTable({
  kind: 'images',
  table: 'image_files',
  columns: ['image_id', 'type', 'width'],
})

/** Uploads at once in one process, so that their files and pixels never fill the memory. */
export const MAXIMUM_UPLOADS = 10

/** The pictures of accounts that are decoded or wait at once: those of products come first, and have places of their own. */
export const MAXIMUM_AVATARS = 4

/** The images that admins upload, and the pictures of accounts. */
export interface Images {
  /**
   * Stores an uploaded file as files for browsers. Refuses what is not PNG, JPEG, WebP or AVIF by its bytes (415), more than
   * 40 megapixels or 30,000 pixels on a side (413), and what cannot be decoded, or not in half a minute (422). Resolves to the path of the image.
   */
  add(admin: Actor, file: Uint8Array<ArrayBuffer>): Promise<string>
  /** Keeps an uploaded file as the picture of the account, in place of the one before. Refuses what `add` refuses. */
  addAvatar(user: SignedInUser, file: Uint8Array<ArrayBuffer>): Promise<string>
  close(): Promise<void>
}

export function createImages(shop: Shop): Images {
  const worker = createTaskWorker<Line, ImageTask, readonly WebPicture[] | PictureRefusal>({
    file: 'app/features/images/worker.ts',
    places: { uploads: MAXIMUM_UPLOADS, avatars: MAXIMUM_AVATARS },
    timeoutMs: 30_000,
    idleMs: 60_000,
  })
  const decode = async (line: Line, task: ImageTask): Promise<readonly WebPicture[]> => {
    const pictures = await worker.run(line, task).catch((error: unknown) => {
      if (!(error instanceof TaskEndedError)) throw error
      shop.log.warn({ err: error }, 'an uploaded picture could not be decoded')
      throw invalidField('file', 'The picture takes too much to decode. Save it as a JPEG and upload that.')
    })
    if ('refused' in pictures) throw refusalOf(pictures)
    return pictures
  }
  return {
    add: async (admin, file) =>
      storeImage(shop, admin, await decode('uploads', { file, widths: IMAGE_WIDTHS })),
    addAvatar: async (user, file) =>
      keepAvatar(shop, user, await decode('avatars', { file, widths: [AVATAR_WIDTH] })),
    close: worker.close,
  }
}

type Line = 'uploads' | 'avatars'

function refusalOf(found: PictureRefusal): AppError {
  if (found.refused === 'type')
    return new AppError('unsupported_media_type', 'A picture has to be a PNG, JPEG, WebP or AVIF file.')
  if (found.refused === 'pixels')
    return new AppError(
      'too_large',
      `The picture has ${found.size} pixels. It can have 40 megapixels, and 30,000 on a side.`,
    )
  return invalidField('file', 'The picture cannot be read: the file is damaged.')
}

async function storeImage(shop: Shop, admin: Actor, pictures: readonly WebPicture[]): Promise<string> {
  const now = shop.now()
  const id = newId(now)
  const files = await Promise.all(
    pictures.map(async ({ width, type, bytes }) => ({
      image_id: id,
      width,
      type,
      ...(await shop.files.keep(imageFiles.kind, Buffer.from(bytes))),
    })),
  )
  return shop.db.transaction().execute(async (trx) => {
    await trx.insertInto('images').values({ id, kept: 0 }).execute()
    await trx.insertInto('image_files').values(files).execute()
    await recordAudit(trx, { by: admin, at: now, kind: 'image.added', subject: id })
    return imagePath(id)
  })
}

/** An image as it is sent. */
interface ImageFile {
  /** One of {@link IMAGE_WIDTHS}. */
  readonly width: number
  readonly content: Uint8Array<ArrayBuffer>
}

/**
 * The file of an image for that width in pixels: the next of {@link IMAGE_WIDTHS}, or the widest that there is. Undefined
 * for an unknown image.
 */
export async function findImageFile(
  { db, files }: Pick<Shop, 'db' | 'files'>,
  id: string,
  type: WebPictureType,
  width: number,
): Promise<ImageFile | undefined> {
  const next = IMAGE_WIDTHS.find((each) => each >= width) ?? Math.max(...IMAGE_WIDTHS)
  const file = await db
    .selectFrom('image_files')
    .select(['width', 'content', 'outside'])
    .where('image_id', '=', id)
    .where('type', '=', type)
    .where('width', '<=', next)
    .orderBy('width', 'desc')
    .limit(1)
    .executeTakeFirst()
  return file && { width: file.width, content: await files.read(file) }
}

/**
 * Keeps the image at that address for good, in the transaction that makes a product use it: its history and its orders name
 * the image. Refuses one that was deleted (422). Addresses of other pictures are accepted.
 */
export async function keepImage(trx: Db, address: string): Promise<void> {
  const id = imageIdOf(address)
  if (id === undefined) return
  await keepImages(trx, [address])
  const image = await trx.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  if (!image) throw invalidField('image', 'This picture is no longer there. Upload it again.')
}

/** The same for many; those that were deleted, and addresses of other pictures, are left out. */
export async function keepImages(trx: Db, addresses: readonly string[]): Promise<void> {
  const ids = addresses.flatMap((address) => imageIdOf(address) ?? [])
  if (ids.length === 0) return
  // The rows are changed and not only locked, so that a job that deletes them at the same time sees the change.
  await trx.updateTable('images').set({ kept: 1 }).where('id', 'in', ids).where('kept', '=', 0).execute()
}

/** Those of the addresses that name an uploaded image which is not there. Addresses of other pictures are accepted. */
export async function findMissingImages(db: Db, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Map(addresses.map((address) => [address, imageIdOf(address)]))
  const ids = [...named.values()].filter((id) => id !== undefined)
  if (ids.length === 0) return new Set()
  const found = await db
    .selectFrom('images')
    .select('id')
    .where(isAmong(db, 'id', ids))
    .execute()
  const there = new Set<string | undefined>([undefined, ...found.map(({ id }) => id)])
  return new Set([...named].filter(([, id]) => !there.has(id)).map(([address]) => address))
}

/** Deletes the images that no product has used within a day. */
export async function deleteUnusedImages({ db, now }: Shop): Promise<void> {
  await db
    .deleteFrom('images')
    .where('kept', '=', 0)
    .where('id', '<', idsFrom(now() - DAY_MS))
    .execute()
}
