import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { filesOfTable } from '#kit/files/file-rows.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { texts } from '#kit/texts.ts'
import type { FileKind, FileType } from '../states.ts'
import '../tables.ts'

/** So much is in memory of each download. */
const PIECE_BYTES = 1_000_000

export interface NewFile {
  readonly id: string
  readonly kind: FileKind
  readonly title: string
  readonly name: string
  readonly type: FileType
  readonly content: Buffer
  readonly hash: string
  /** Its key in the store of files, where the content is already; else it is written here. */
  readonly outside?: string | null
}

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url')

/** Stores a file as the newest of its product, in the transaction that counts it there. */
export async function insertFile(
  trx: Db,
  productId: string,
  { content, outside = null, ...file }: NewFile,
): Promise<void> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from part_files where product_id = ${productId})`
  await trx
    .insertInto('part_files')
    .values({ ...file, outside, size: content.length, product_id: productId, number })
    .execute()
  if (outside === null) await writeContent(trx, file.id, content)
}

async function writeContent(trx: Db, id: string, content: Buffer): Promise<void> {
  for (let position = 0; position * PIECE_BYTES < content.length; position += 1) {
    const piece = content.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES)
    await trx
      .insertInto('part_file_pieces')
      .values({ file_id: id, position, content: Buffer.from(piece) })
      .execute()
  }
}

interface StoredFile {
  readonly id: string
  readonly size: number
  readonly outside: string | null
}

type Place = Pick<Shop, 'db' | 'files'>

/**
 * The content of a file as it is sent: a piece is read when the one before it is gone. It breaks off when the file is deleted
 * meanwhile. The first piece of a file in the store is read at once, so that it is refused (503) while that does not answer.
 */
export async function streamContent(
  place: Place,
  file: StoredFile,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const pieces = readPieces(place, file)
  let first = file.outside === null ? undefined : await pieces.next()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = first ?? (await pieces.next())
        first = undefined
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Who asks again finds what there is instead. */
const deletedMeanwhile = (): AppError =>
  new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' })

async function* readPieces(
  { db, files }: Place,
  { id, size, outside }: StoredFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  for (let read = 0, position = 0; read < size; position += 1) {
    if (outside !== null) {
      const last = Math.min(read + PIECE_BYTES, size) - 1
      yield await files.readBytes(outside, read, last)
      read = last + 1
      continue
    }
    const { content } = await db
      .selectFrom('part_file_pieces')
      .select('content')
      .where('file_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirstOrThrow(deletedMeanwhile)
    read += content.length
    yield new Uint8Array(content)
  }
}

/** The whole content of a file. Refused (503) when it is deleted meanwhile, and while a store of files does not answer. */
export async function readContent(place: Place, file: StoredFile): Promise<Buffer<ArrayBuffer>> {
  if (file.outside !== null) return place.files.read({ content: Buffer.alloc(0), outside: file.outside })
  const pieces: Uint8Array[] = []
  for await (const piece of readPieces(place, file)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const piecesOf = (db: Db, [id]: readonly (string | number)[]) =>
  db.selectFrom('part_file_pieces').where('file_id', '=', String(id))

/** Where the files of parts are. */
export const partFiles = filesOfTable({
  kind: 'part-files',
  table: 'part_files',
  columns: ['id'],
  pieces: {
    read: async (db, { values }) => {
      const pieces = await piecesOf(db, values).select('content').orderBy('position').execute()
      return Buffer.concat(pieces.map(({ content }) => content))
    },
    write: (trx, { values: [id] }, content) => writeContent(trx, String(id), content),
    clear: async (trx, { values: [id] }) => {
      await trx.deleteFrom('part_file_pieces').where('file_id', '=', String(id)).execute()
    },
  },
})
