import { listCategories } from '#features/catalog/catalog.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import { BrokenCsv, parseCsv } from '#kit/csv/parse-csv.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { columnsOf, readColumns, saidColumns } from '../columns/columns.ts'
import { rememberColumns } from '../columns/remembered.ts'
import { type SettledNumbers, settledNumbers } from '../columns/settled-numbers.ts'
import { defaultFor, readingOf, type StoredReading, toStored } from '../columns/stored-reading.ts'
import { type SentPictures, sentPictures } from '../pictures/sent-pictures.ts'
import { discardImport } from '../records/delete-old-imports.ts'
import { AT_REST, findImport, lockImport, requireState, toImport, updateImport } from '../records/imports.ts'
import { createPace } from '../records/pace.ts'
import { isWorker, type Work, writeAsWorker } from '../records/worker.ts'
import type { Import, Reading } from '../schema.ts'
import { nextTurn, openFile, requireConnected, type SentFile } from '../workbooks/open-file.ts'
import { chooseSheet, type Workbooks } from '../workbooks/workbooks.ts'
import { type FileRow, startStaging } from './stage-rows.ts'
import { readStoredCells } from './stored-cells.ts'

const MOST_ROWS = 200_000

/** A file to import, with what somebody said of its columns, and the pictures that were sent with it. */
export interface SentImport {
  readonly file: SentFile
  readonly reading?: Reading | undefined
  readonly pictures?: Readonly<Record<string, string>> | undefined
}

/**
 * Reads a file and compares its rows with the products, which are not changed. Refuses (422) a file without text, one that
 * cannot be read to its end, a workbook of which a sheet has to be chosen, unknown columns, and more than 200,000 rows, before
 * anything is stored. Stops when `caller` is aborted; then nothing is kept.
 */
export async function readImport(
  shop: Shop,
  admin: Actor,
  workbooks: Pick<Workbooks, 'open'>,
  { file, reading, pictures }: SentImport,
  caller?: AbortSignal,
): Promise<Import> {
  const opened = await openFile(workbooks, file, caller)
  if ('choose' in opened) throw chooseSheet(opened.choose)
  const { parts } = opened
  const categories = await categoriesBySlug(shop)
  const keys = new Set([...categories.values()].flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  try {
    const numbers = settledNumbers(categories, new Map(Object.entries(reading?.marks ?? {})))
    const { header, columns } = await checkFile(parts, { keys, reading }, numbers)
    const used = <Each>(all: readonly Each[]): Each[] => all.filter((_, index) => columns[index])
    const source = {
      ...{ name: file.name, names: used(header), rows: fileRows(parts, columns, reading?.headRow) },
      ...{ categories, numbers, caller, reading: toStored(reading, used(columns)) },
      pictures: sentPictures(pictures),
    }
    const found = await stage(shop, admin, source)
    if (reading) await rememberColumns(shop, header, reading)
    return found
  } catch (error) {
    throw error instanceof BrokenCsv ? invalidField(`rows/${error.row}`, error.message) : error
  }
}

async function categoriesBySlug({ db }: Shop) {
  return new Map((await listCategories(db)).map((category) => [category.slug, category]))
}

/**
 * Reads the file to its end, so that nothing is stored of one that is refused, and all its numbers are seen. `columns` are those
 * of {@link readColumns}, or what was said of them.
 */
async function checkFile(
  parts: Iterable<string>,
  { keys, reading }: { readonly keys: ReadonlySet<string>; readonly reading: Reading | undefined },
  numbers: SettledNumbers,
) {
  let header: readonly string[] | undefined
  let columns: readonly string[] = []
  let count = 0
  for await (const { row, cells } of parseCsv(parts)) {
    if (row < (reading?.headRow ?? 0)) continue
    if (!header) {
      header = cells
      columns = reading ? saidColumns(reading.columns, cells, keys) : readColumns(cells, keys)
      continue
    }
    for (const [index, column] of columns.entries()) numbers.see(column, cells[index] ?? '')
    count += 1
    if (count > MOST_ROWS)
      throw invalidField('file', `A file can have at most ${formatCount(MOST_ROWS)} rows. Split it.`)
  }
  if (!header) throw invalidField('file', 'The file is empty.')
  return { header, columns }
}

async function* fileRows(
  parts: Iterable<string>,
  columns: readonly string[],
  headRow = 0,
): AsyncGenerator<FileRow> {
  const used = [...columns.entries()].filter(([, column]) => column !== '')
  let isBelow = false
  for await (const { row, cells } of parseCsv(parts)) {
    if (row < headRow) continue
    if (!isBelow) {
      // The names of the columns.
      isBelow = true
      continue
    }
    const extra = cells.slice(columns.length)
    yield {
      row,
      cells: new Map(used.map(([index, column]) => [column, cells[index] ?? ''])),
      extra: extra.slice(0, extra.findLastIndex((cell) => cell.trim() !== '') + 1),
    }
  }
}

/**
 * Compares the rows of a ready import with the products as they are now: a new import, which replaces it. Rows that were left
 * out stay so. Refuses (409) one that is not ready.
 */
export async function compareAgain(
  shop: Shop,
  admin: Actor,
  id: string,
  caller?: AbortSignal,
): Promise<Import> {
  const found = requireState(await findImport(shop.db, id), 'ready')
  const { names, columns, reading } = readingOf(found)
  const categories = await categoriesBySlug(shop)
  const numbers = settledNumbers(categories, new Map(Object.entries(reading?.marks ?? {})))
  const rows = () => storedRows(shop.db, id, columns)
  for await (const { cells } of rows()) for (const [column, cell] of cells) numbers.see(column, cell)
  const pictures = sentPictures(found.pictures === null ? undefined : JSON.parse(found.pictures).files)
  const source = { name: found.name, names, rows: rows(), categories, numbers, caller, reading, pictures }
  return stage(shop, admin, { ...source, replaces: id })
}

const STORED_AT_ONCE = 500

async function* storedRows(db: Db, id: string, columns: readonly string[]): AsyncGenerator<FileRow> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row', 'cells', 'is_left_out'])
      .where('import_id', '=', id)
      .where('row', '>', after)
      .orderBy('row')
      .limit(STORED_AT_ONCE)
      .execute()
    for (const { row, cells, is_left_out } of rows)
      yield { row, ...readStoredCells(cells, columns), isLeftOut: is_left_out === 1 }
    after = rows.at(-1)?.row ?? 0
    if (rows.length < STORED_AT_ONCE) return
  }
}

interface Source {
  readonly name: string
  /** The names of the columns. */
  readonly names: readonly string[]
  readonly rows: AsyncIterable<FileRow>
  readonly categories: Awaited<ReturnType<typeof categoriesBySlug>>
  readonly numbers: SettledNumbers
  readonly reading: StoredReading | null
  readonly pictures: SentPictures
  /** Aborted when nobody waits for the answer any more. */
  readonly caller: AbortSignal | undefined
  readonly replaces?: string
}

async function stage(
  shop: Shop,
  admin: Actor,
  { name, names, reading, caller, replaces, ...source }: Source,
): Promise<Import> {
  const at = shop.now()
  const id = newId(at)
  const by = { by_id: admin.id, by_email: admin.email }
  const work: Work = { id, worker: id }
  const stored = reading && JSON.stringify(reading)
  const working = { state: 'reading', worker: id, worked_at: at } as const
  await shop.db
    .insertInto('imports')
    .values({ id, name, created_at: at, ...by, columns: JSON.stringify(names), reading: stored, ...working })
    .execute()
  try {
    const counts = await stageRows(shop, work, { names, reading, caller, ...source })
    const sent = source.pictures.stored()
    return await shop.db.transaction().execute(async (trx) => {
      requireConnected(caller)
      if (replaces !== undefined) {
        await lockImport(trx, replaces, 'ready')
        await updateImport(trx, replaces, { state: 'replaced' })
      }
      await recordAudit(trx, { by: admin, at: shop.now(), kind: 'import.created', subject: id })
      const ready = { ...AT_REST, ...counts, pictures: sent && JSON.stringify(sent), state: 'ready' } as const
      return toImport(await writeAsWorker(trx, shop, work, ready))
    })
  } catch (error) {
    const isOurs = await isWorker(shop.db, work).catch(() => true)
    // If this fails too, another process takes it for abandoned.
    await discardImport(shop.db, id).catch(() => undefined)
    throw isOurs ? error : interrupted()
  }
}

/** Another process took the reading for abandoned, and deletes what was read. */
const interrupted = (): AppError =>
  new AppError(
    'unavailable',
    'Reading the file was interrupted. Import it again.',
    {},
    { 'Retry-After': '1' },
  )

/** Comparing a row takes about 0.1 ms. */
const READ_AT_ONCE = 150

async function stageRows(
  shop: Shop,
  work: Work,
  { names, rows, categories, numbers, reading, pictures, caller }: Omit<Source, 'name' | 'replaces'>,
) {
  const newParts = reading?.newParts ?? defaultFor(reading?.fields ?? columnsOf(names))
  const values = reading?.values ?? {}
  const staging = startStaging(shop, work.id, { categories, numbers, newParts, values, pictures })
  const pace = createPace(shop.db, READ_AT_ONCE)
  let batch: FileRow[] = []
  const write = async (): Promise<void> => {
    const written = batch
    batch = []
    await pace.time(() => staging.add(written))
    const [last] = written.slice(-1)
    await writeAsWorker(shop.db, shop, work, { position: last?.row ?? null })
    await nextTurn(caller)
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length >= pace.size()) await write()
  }
  await write()
  return staging.finish()
}
