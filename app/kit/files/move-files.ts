import type { Shop } from '#kit/shop.ts'
import type { FileRow, FileRows } from './file-rows.ts'

/** How many files are moved at once. */
const AT_ONCE = 8

type Place = Pick<Shop, 'db' | 'files'>

/**
 * Moves all files of these rows into the store, or into the database, and resolves to how many. Each is read again where it was
 * written, and compared, before its row points there. Rows that were moved are left alone, so a move that was broken off goes on.
 * What is written meanwhile is moved too if its row is ahead.
 */
export async function moveFiles(shop: Place, rows: FileRows, to: 'store' | 'database'): Promise<number> {
  const move = to === 'store' ? moveOut : moveIn
  let moved = 0
  await forEachRow(shop, rows, to === 'database', async (row) => {
    if (await move(shop, rows, row)) moved += 1
  })
  return moved
}

async function moveOut({ db, files }: Place, rows: FileRows, row: FileRow): Promise<boolean> {
  const content = await rows.read(db, row)
  if (!content) return false
  const { outside } = await files.keep(rows.kind, content)
  if (outside === null) throw new Error('FILES_URL is not set.')
  const written = await files.read({ content: Buffer.alloc(0), outside })
  if (!written.equals(content)) throw new Error('The store has other bytes than were written.')
  return rows.moveOut(db, row, outside)
}

/** The hash of what the store sends is compared by `read`. Its file stays there: a process may read it now. */
async function moveIn({ db, files }: Place, rows: FileRows, row: FileRow): Promise<boolean> {
  return rows.moveIn(db, row, await files.read({ content: Buffer.alloc(0), outside: row.outside }))
}

/** The keys of the files that a row names and that the store does not have. */
export async function findMissing({ db, files }: Place, rows: FileRows): Promise<string[]> {
  const missing: string[] = []
  await forEachRow({ db }, rows, true, async ({ outside }) => {
    if (outside === null) return
    if (!files.outside) throw new Error('The database names files in a store, but FILES_URL is not set.')
    if (!(await files.outside.store.has(outside))) missing.push(outside)
  })
  return missing
}

async function forEachRow(
  { db }: Pick<Shop, 'db'>,
  rows: FileRows,
  isOutside: boolean,
  work: (row: FileRow) => Promise<void>,
): Promise<void> {
  for (let after: FileRow | undefined, isEnd = false; !isEnd; ) {
    const page = await rows.next(db, isOutside, after)
    const remaining = page.values()
    const workRows = async () => {
      for (const row of remaining) await work(row)
    }
    // Nothing is moved any more when it rejects.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, workRows))
    const failed = ended.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    after = page.at(-1)
    isEnd = after === undefined
  }
}
