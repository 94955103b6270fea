import { sql, type Transaction } from 'kysely'
import { type ProductWrite, unlockCatalog, writeProducts } from '#features/catalog/catalog.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { isDatabaseUnavailable } from '#kit/db/errors.ts'
import type { Schema } from '#kit/db/schema.ts'
import { recordPublicChange } from '#kit/public-cache/public-changes.ts'
import { EVERYTHING } from '#kit/public-cache/shown.ts'
import type { Shop } from '#kit/shop.ts'
import { AT_REST, type StoredImport, updateImport } from '../records/imports.ts'
import { createPace, letOthersWrite } from '../records/pace.ts'
import { TakenOver, type Work, writeAsWorker } from '../records/worker.ts'
import { changesOf, type Direction, WRITTEN_COLUMNS, type WrittenRow } from './outdated.ts'
import '../tables.ts'

export const STATES = {
  apply: { before: 'ready', during: 'applying', after: 'applied', event: 'imported' },
  // Applied again after it was undone.
  redo: { before: 'undone', during: 'applying', after: 'applied', event: 'imported' },
  undo: { before: 'applied', during: 'undoing', after: 'undone', event: 'undone' },
} as const

/** The work at an import whose rows are written. */
export interface RowWork extends Work {
  readonly direction: Direction
  /** The other direction was begun, and failed at a row. */
  readonly isGoingBack: boolean
}

/**
 * The work that the state of an import asks for. One that is applied again has the times of both; one that was being undone and
 * failed has that of applying only.
 */
export function workOf({ id, state, applied_at, undone_at }: StoredImport, worker: string): RowWork {
  if (state !== 'applying')
    return { id, worker, direction: 'undo', isGoingBack: applied_at === null || undone_at !== null }
  const direction = applied_at !== null && undone_at !== null ? 'redo' : 'apply'
  return { id, worker, direction, isGoingBack: direction === 'apply' && applied_at !== null }
}

/** Preparing a row takes about 0.05 ms. */
const WRITTEN_AT_ONCE = 300

/**
 * Writes all rows from the position on, and releases the catalogue. When one cannot be written, which the check of all rows
 * should have found, those before it are written back and the reason is thrown.
 */
export async function writeRows(shop: Shop, work: RowWork): Promise<void> {
  const last = await lastRow(shop.db, work.id)
  try {
    await writeBatches(shop, work, last)
  } catch (error) {
    if (work.isGoingBack || canGoOn(error)) throw error
    const direction = work.direction === 'undo' ? 'apply' : 'undo'
    await writeAsWorker(shop.db, shop, work, { state: STATES[direction].during })
    await writeBatches(shop, { ...work, direction, isGoingBack: true }, last)
    throw error
  }
}

export async function lastRow(db: Db, id: string): Promise<number> {
  const rows = db.selectFrom('import_rows').where('import_id', '=', id)
  const last = await rows.select('row').orderBy('row', 'desc').limit(1).executeTakeFirst()
  return last?.row ?? 0
}

/** Whether another process does it, or any process can later. */
const canGoOn = (error: unknown): boolean => error instanceof TakenOver || isDatabaseUnavailable(error)

async function writeBatches(shop: Shop, work: RowWork, last: number): Promise<void> {
  const pace = createPace(shop.db, WRITTEN_AT_ONCE)
  const write = work.isGoingBack ? writeOrPassOver : writeBatch
  for (let isMore = true; isMore; await letOthersWrite())
    isMore = await pace.time(() => write(shop, work, { size: pace.size(), last }))
}

/**
 * A row that can be written in neither direction must not lock the catalogue for ever, nor keep the other rows from being as
 * they were: it is logged and passed over.
 */
async function writeOrPassOver(shop: Shop, work: RowWork, batch: Batch): Promise<boolean> {
  let reason: unknown
  for (const size of [batch.size, 1])
    try {
      return await writeBatch(shop, work, { ...batch, size })
    } catch (error) {
      if (canGoOn(error)) throw error
      reason = error
    }
  return writeBatch(shop, work, { ...batch, size: 1, passedOver: reason })
}

interface Batch {
  /** How many numbers of rows. */
  readonly size: number
  readonly last: number
  /** Why the rows are not written. */
  readonly passedOver?: unknown
}

/** Writes the rows among the next numbers; false after the last ones. */
const writeBatch = (shop: Shop, work: RowWork, { size, last, passedOver }: Batch): Promise<boolean> =>
  shop.db.transaction().execute(async (trx) => {
    const { id, direction } = work
    const { position, actor_id, actor_email } = await writeAsWorker(trx, shop, work, {})
    const from = position ?? 0
    const isForward = direction !== 'undo'
    const next = isForward ? Math.min(from + size, last) : Math.max(from - size, 0)
    const rows = await rowsToWrite(trx, id, { after: Math.min(from, next), upTo: Math.max(from, next) })
    const by = { id: actor_id ?? '', email: actor_email ?? '' }
    if (passedOver === undefined) await writeProductsOf(trx, shop, { rows, by, work })
    else afterCommit(trx, () => logPassedOver(shop, work, rows, passedOver))
    if (isForward ? next < last : next > 0) {
      await updateImport(trx, id, { position: next })
      return true
    }
    const { after } = STATES[direction]
    const at = shop.now()
    const time = isForward ? { applied_at: at, undone_at: null } : { undone_at: at }
    await updateImport(trx, id, { ...AT_REST, ...time, state: after })
    await unlockCatalog(trx, id)
    await recordAudit(trx, { by, at, kind: `import.${after}`, subject: id })
    recordPublicChange(trx, { tags: [EVERYTHING] })
    return false
  })

function logPassedOver(
  { log }: Shop,
  { id, direction }: RowWork,
  rows: readonly WrittenRow[],
  err: unknown,
): void {
  for (const { row, sku } of rows)
    log.error({ err, importId: id, direction, row, sku }, 'a row of an import could not be written back')
}

/**
 * The rows to write among those after a row and up to another. By their numbers, not as so many rows: a database without
 * statistics of a new import would sort all of its rows for each batch.
 */
export function rowsToWrite(db: Db, id: string, { after, upTo }: { after: number; upTo: number }) {
  return db
    .selectFrom('import_rows')
    .select(WRITTEN_COLUMNS)
    .where('import_id', '=', id)
    .where('row', '>', after)
    .where('row', '<=', upTo)
    .where('kind', 'in', ['added', 'changed'])
    .where('is_left_out', '=', 0)
    .orderBy('row')
    .execute()
}

interface Writing {
  readonly rows: readonly WrittenRow[]
  readonly by: Actor
  readonly work: RowWork
}

async function writeProductsOf(trx: Transaction<Schema>, shop: Shop, writing: Writing): Promise<void> {
  const { rows, by, work } = writing
  if (rows.length === 0) return
  const writes = rows.map((row) => toWrite(row, work))
  const stockChanges = await writeProducts(trx, shop, { by, event: STATES[work.direction].event, writes })
  if (work.direction === 'undo') return
  const moved = rows.flatMap(({ row, product_id, stock_change }) => {
    const change = stockChanges.get(product_id ?? '') ?? 0
    const isKnown = change === (stock_change ?? 0)
    return isKnown ? [] : [sql`(cast(${row} as integer), cast(${change} as integer))`]
  })
  if (moved.length > 0)
    await sql`
      update import_rows set stock_change = column2 from (values ${sql.join(moved)}) as moved
      where import_id = ${work.id} and row = column1`.execute(trx)
  if (isAgain(work)) await countWrittenBack(trx, work.id, rows)
}

/** Whether the rows were applied and undone before. */
const isAgain = ({ direction, isGoingBack }: RowWork): boolean => direction === 'redo' || isGoingBack

function toWrite(row: WrittenRow, work: RowWork): ProductWrite {
  const { direction } = work
  const id = row.product_id ?? ''
  if (row.kind === 'changed') return { id, kind: 'changed', changes: changesOf(row, direction) }
  if (direction === 'undo') return { id, kind: 'archived', changes: [] }
  if (isAgain(work)) return { id, kind: 'restored', changes: [] }
  return { id, kind: 'added', changes: changesOf(row, direction) }
}

/** So that the import can be undone later: undoing and applying again made two revisions. */
async function countWrittenBack(trx: Db, id: string, rows: readonly WrittenRow[]): Promise<void> {
  await trx
    .updateTable('import_rows')
    .set({ revision: sql<number>`revision + 2` })
    .where('import_id', '=', id)
    .where(
      'row',
      'in',
      rows.map(({ row }) => row),
    )
    .execute()
}
