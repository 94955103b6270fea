import { listCategories } from '#features/catalog/catalog.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import { BrokenCsv, type CsvRow, parseCsv } from '#kit/csv/parse-csv.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { discardImport } from '../records/delete-old-imports.ts'
import { AT_REST, findImport, lockImport, requireState, toImport, updateImport } from '../records/imports.ts'
import { createPace } from '../records/pace.ts'
import { isWorker, type Work, writeAsWorker } from '../records/worker.ts'
import type { Import } from '../schema.ts'
import { nextTurn, openFile, requireConnected, type SentFile } from '../workbooks/open-file.ts'
import { chooseSheet, type Workbooks } from '../workbooks/workbooks.ts'
import { columnsOf, readColumns } from './columns.ts'
import { type SettledNumbers, settledNumbers } from './settled-numbers.ts'
import { type FileRow, startStaging } from './stage-rows.ts'
import { readStoredCells } from './stored-cells.ts'

const MOST_ROWS = 200_000

/**
 * Reads a file and compares its rows with the products, which are not changed. Refuses (422) a file without text, one that
 * cannot be read to its end, a workbook of which a sheet has to be chosen, unknown columns, and more than 200,000 rows, before
 * anything is stored. Stops when `caller` is
 * aborted; then nothing is kept.
 */
export async function readImport(
  shop: Shop,
  admin: Actor,
  workbooks: Pick<Workbooks, 'open'>,
  file: SentFile,
  caller?: AbortSignal,
): Promise<Import> {
  const opened = await openFile(workbooks, file, caller)
  if ('choose' in opened) throw chooseSheet(opened.choose)
  const { parts } = opened
  const categories = await categoriesBySlug(shop)
  const keys = new Set([...categories.values()].flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  try {
    const numbers = settledNumbers(categories)
    const { header, columns } = await checkFile(parts, keys, numbers)
    const names = header.filter((_, index) => columns[index] !== '')
    const rows = fileRows(parts, columns)
    return await stage(shop, admin, { name: file.name, names, rows, categories, numbers, caller })
  } catch (error) {
    throw error instanceof BrokenCsv ? invalidField(`rows/${error.row}`, error.message) : error
  }
}

async function categoriesBySlug({ db }: Shop) {
  return new Map((await listCategories(db)).map((category) => [category.slug, category]))
}

/**
 * Reads the file to its end, so that nothing is stored of one that is refused, and all its numbers are seen. `columns` are those
 * of {@link readColumns}.
 */
async function checkFile(
  parts: Iterable<string>,
  attributeKeys: ReadonlySet<string>,
  numbers: SettledNumbers,
) {
  const rows = parseCsv(parts)
  const { value: first } = (await rows.next()) as IteratorResult<CsvRow, undefined>
  if (!first) throw invalidField('file', 'The file is empty.')
  const columns = readColumns(first.cells, attributeKeys)
  let count = 0
  for await (const { cells } of rows) {
    for (const [index, column] of columns.entries()) numbers.see(column, cells[index] ?? '')
    count += 1
    if (count > MOST_ROWS)
      throw invalidField('file', `A file can have at most ${formatCount(MOST_ROWS)} rows. Split it.`)
  }
  return { header: first.cells, columns }
}

async function* fileRows(parts: Iterable<string>, columns: readonly string[]): AsyncGenerator<FileRow> {
  const used = [...columns.entries()].filter(([, column]) => column !== '')
  const rows = parseCsv(parts)
  // The names of the columns.
  await rows.next()
  for await (const { row, cells } of rows) {
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
  const { name, columns } = requireState(await findImport(shop.db, id), 'ready')
  const names = JSON.parse(columns) as string[]
  const categories = await categoriesBySlug(shop)
  const numbers = settledNumbers(categories)
  const rows = () => storedRows(shop.db, id, columnsOf(names))
  for await (const { cells } of rows()) for (const [column, cell] of cells) numbers.see(column, cell)
  return stage(shop, admin, { name, names, rows: rows(), categories, numbers, caller, replaces: id })
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
  /** Aborted when nobody waits for the answer any more. */
  readonly caller: AbortSignal | undefined
  readonly replaces?: string
}

async function stage(
  shop: Shop,
  admin: Actor,
  { name, names, rows, categories, numbers, caller, replaces }: Source,
): Promise<Import> {
  const at = shop.now()
  const id = newId(at)
  const by = { by_id: admin.id, by_email: admin.email }
  const work: Work = { id, worker: id }
  const reading = { state: 'reading', worker: id, worked_at: at } as const
  await shop.db
    .insertInto('imports')
    .values({ id, name, created_at: at, ...by, columns: JSON.stringify(names), ...reading })
    .execute()
  try {
    const counts = await stageRows(shop, work, { rows, categories, numbers, caller })
    return await shop.db.transaction().execute(async (trx) => {
      requireConnected(caller)
      if (replaces !== undefined) {
        await lockImport(trx, replaces, 'ready')
        await updateImport(trx, replaces, { state: 'replaced' })
      }
      await recordAudit(trx, { by: admin, at: shop.now(), kind: 'import.created', subject: id })
      const ready = { ...AT_REST, ...counts, state: 'ready' } as const
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
  { rows, categories, numbers, caller }: Pick<Source, 'rows' | 'categories' | 'numbers' | 'caller'>,
) {
  const staging = startStaging(shop, work.id, { categories, numbers })
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
