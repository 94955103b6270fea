import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
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
}

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url')

/** Stores a file as the newest of its product, in the transaction that counts it there. */
export async function insertFile(trx: Db, productId: string, { content, ...file }: NewFile): Promise<void> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from part_files where product_id = ${productId})`
  await trx
    .insertInto('part_files')
    .values({ ...file, size: content.length, product_id: productId, number })
    .execute()
  await writeContent(trx, file.id, content)
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
}

/** The content of a file as it is sent: a piece is read when the one before it is gone. It breaks off when the file is deleted meanwhile. */
export function streamContent(db: Db, file: StoredFile): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = readPieces(db, file)
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
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

async function* readPieces(db: Db, { id, size }: StoredFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let read = 0, position = 0; read < size; position += 1) {
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

/** The whole content of a file. Refused (503) when it is deleted meanwhile. */
export async function readContent(db: Db, file: StoredFile): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  for await (const piece of readPieces(db, file)) pieces.push(piece)
  return Buffer.concat(pieces)
}
