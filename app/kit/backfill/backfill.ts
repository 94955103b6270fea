import { type Selectable, sql } from 'kysely'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import { type DatabaseKind, type Db, kindOf } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import type { Job } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import './tables.ts'

/** Fills the rows of a table that were written before a migration, in small batches, while the shop serves. */
export interface Backfill {
  /** That of the migration that added what it fills. */
  readonly name: string
  readonly table: keyof Schema & string
  /** A column of texts that names a row: its key, or one with an index and without two that are the same. */
  readonly key: string
  /**
   * Fills those of these rows that have the old form, and resolves to how many they were: a row that has the new one is not
   * counted. It runs in the transaction that remembers how far it is.
   */
  fill(trx: Db, keys: readonly string[], kind: DatabaseKind): Promise<number>
}

const ROWS_AT_ONCE = 500

/** The least time between two batches. */
const PAUSE_MS = 200

const LONGEST_PAUSE_MS = 10_000

type Progress = Selectable<Schema['backfills']>

type Place = Pick<Progress, 'place' | 'has_filled' | 'rows_left'>

/**
 * The job that fills old rows: one batch a run, in one process at a time, at most half of the time. What it has done and where it is
 * are committed together, so it goes on there after a kill. Rows are committed in another sequence than that of their ids, and a
 * process of the release before writes old ones: so it begins again until a whole pass has found nothing to fill.
 */
export function backfillJob(shop: Shop, backfills: readonly Backfill[]): Job {
  let left = backfills
  const run = async (): Promise<void> => {
    const [next, ...others] = left
    if (next && (await fillNext(shop, next)) === 'finished') left = others
  }
  return { name: 'fill old rows', everyMs: PAUSE_MS, run }
}

/** Whether all rows have the new form, so that the old one needs not be read any more. @public */
export async function isFilled(db: Db, name: string): Promise<boolean> {
  const progress = await readProgress(db, name)
  return progress !== undefined && progress.finished_at !== null
}

/** The backfills that are not done, with how many rows they have still to see. */
export const unfinishedBackfills = (db: Db): Promise<Pick<Progress, 'name' | 'rows_left'>[]> =>
  db.selectFrom('backfills').select(['name', 'rows_left']).where('finished_at', 'is', null).execute()

const readProgress = (db: Db, name: string): Promise<Progress | undefined> =>
  db.selectFrom('backfills').selectAll().where('name', '=', name).executeTakeFirst()

async function fillNext(shop: Shop, backfill: Backfill): Promise<'finished' | undefined> {
  const { db, now } = shop
  const progress = await readProgress(db, backfill.name)
  if (!progress) return begin(shop, backfill)
  if (progress.finished_at !== null) return 'finished'
  const waitMs = progress.next_at - now()
  // A pause that is longer is of a clock that was wrong.
  if (waitMs > 0 && waitMs <= LONGEST_PAUSE_MS) return undefined
  const startedMs = performance.now()
  await db.transaction().execute(async (trx) => {
    const { name, next_at, place, rows_left } = progress
    // The row stays locked until the batch is committed: another process finds it changed then.
    const claimed = await compareAndSet(
      trx,
      'backfills',
      { name, next_at, place, rows_left },
      { next_at: now() },
    )
    if (!claimed) return
    const after =
      (await fillBatch(trx, backfill, progress)) ?? (await endPass(trx, backfill, progress, now()))
    const tookMs = Math.ceil(performance.now() - startedMs)
    const pauseMs = Math.min(Math.max(PAUSE_MS, tookMs), LONGEST_PAUSE_MS)
    const changes = { ...after, next_at: now() + pauseMs }
    await trx.updateTable('backfills').set(changes).where('name', '=', name).execute()
  })
  return undefined
}

/** Two processes may begin at once. */
async function begin({ db, now }: Shop, { name, table }: Backfill): Promise<undefined> {
  await db.transaction().execute(async (trx) => {
    const first = { name, ...(await firstPlace(trx, table)), next_at: now() }
    await trx
      .insertInto('backfills')
      .values(first)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** Undefined when no row is left in this pass. */
async function fillBatch(
  trx: Db,
  { table, key, fill }: Backfill,
  { place, has_filled, rows_left }: Place,
): Promise<Place | undefined> {
  const column = sql.ref(key)
  const later = place === null ? sql`` : sql`where ${column} > ${place}`
  const { rows } = await sql<{ name: string }>`
    select ${column} as name from ${sql.table(table)} ${later} order by ${column} limit ${ROWS_AT_ONCE}`.execute(
    trx,
  )
  const keys = rows.map(({ name }) => name)
  const last = keys.at(-1)
  if (last === undefined) return undefined
  const filled = await fill(trx, keys, kindOf(trx))
  return {
    place: last,
    has_filled: filled > 0 ? 1 : has_filled,
    // Rows may have been added meanwhile.
    rows_left: Math.max(0, rows_left - keys.length),
  }
}

/** Begins again at the first row, or ends after a pass that had nothing to fill. */
const endPass = async (trx: Db, { table }: Backfill, { has_filled }: Place, nowMs: number) =>
  has_filled === 1 ? firstPlace(trx, table) : { rows_left: 0, finished_at: nowMs }

async function firstPlace(trx: Db, table: string): Promise<Place> {
  // A large table is counted once a pass.
  if (kindOf(trx) === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
  const counted = await sql<{
    rows: number | string
  }>`select count(*) as rows from ${sql.table(table)}`.execute(trx)
  return { place: null, has_filled: 0, rows_left: Number(counted.rows[0]?.rows) }
}
