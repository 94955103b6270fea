import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findMovedAway } from '#kit/backup/waiting-restore.ts'
import type { DatabaseKind } from '#kit/db/db.ts'
import { findPendingSteps, type Migration, migrate } from '#kit/db/migrate.ts'
import { checksumOf, copyTable } from './copy.ts'
import { findHalfDone, type HalfDone, type Progress, writeProgress } from './marks.ts'
import { type MovedTable, OWN_TABLES, readPlan } from './plan.ts'
import { openPostgresSide, type PostgresSide } from './postgres-side.ts'
import type { DerivedTable, Side, Target } from './side.ts'
import { openSqliteShop, openSqliteTarget } from './sqlite-side.ts'

/** What a move needs to know of the shop. */
export interface MoveOptions {
  readonly to: DatabaseKind
  /** Whether a half-done copy is thrown away. */
  readonly again: boolean
  readonly migrations: readonly Migration[]
  /** The statement that makes the table of moves in an empty database. */
  readonly moveTable: (kind: DatabaseKind) => string
  readonly derived: Readonly<Record<DatabaseKind, DerivedTable>>
  readonly say: (line: string) => void
}

interface Places {
  readonly dataDir: string
  readonly databaseUrl: string
}

/**
 * Copies a stopped shop from SQLite to PostgreSQL, or back, and compares every row. Killed and run again it goes on. The source
 * keeps its rows; in the end it is marked, so that no shop starts on it.
 */
export async function move({ dataDir, databaseUrl }: Places, options: MoveOptions): Promise<void> {
  const { to, migrations } = options
  const open = to === 'postgres' ? openSqliteShop : openSqliteTarget
  const postgres = await openPostgresSide(databaseUrl)
  try {
    const sqlite = open(dataDir, migrations)
    try {
      const sides =
        to === 'postgres' ? { source: sqlite, target: postgres } : { source: postgres, target: sqlite }
      await moveBetween({ ...sides, postgres }, options)
    } finally {
      await sqlite.close()
    }
  } finally {
    await postgres.close()
  }
}

interface Sides {
  readonly source: Side
  readonly target: Target
  /** The one of the two that is PostgreSQL. */
  readonly postgres: PostgresSide
}

async function moveBetween({ source, target, postgres }: Sides, options: MoveOptions): Promise<void> {
  const { again, derived, migrations, say } = options
  await refuseSource(source, migrations)
  const begun = await findBegun(source, target)
  if (begun && !again) refuseOtherSource(begun, source, target)
  const current = begun && !again ? begun : await begin(source, target, { ...options, begun })
  await migrate(target, migrations)
  const plan = await readPlan(postgres.client, [derived.postgres.name])
  await refuseOtherTables(source, target, plan, derived)
  await refuseUnmovable(source, plan)
  await target.suspendTriggers(plan)
  await copyAll(source, target, plan, { current, say })
  say('Search, counters and triggers are made …')
  await target.complete(plan, derived[target.kind])
  await source.commitAlone(plan, async () => {
    await compareAll(source, target, plan, say)
    await markSource(source, target, current)
  })
  await finish(source, target, current)
}

async function refuseSource(source: Side, migrations: readonly Migration[]): Promise<void> {
  if (!(await source.tables()).includes('schema_migrations'))
    throw new Error(`There is no shop in ${source.place}. Nothing was changed.`)
  const pending = await findPendingSteps(source, migrations)
  if (pending.length > 0)
    throw new Error(
      `The shop in ${source.place} was last started by an earlier release. Nothing was changed. Start this release on it once, stop it, and move it then.`,
    )
  if (await findHalfDone(source.db))
    throw new Error(`${source.place} is the half-done copy of another move. Nothing was changed.`)
}

/**
 * The half-done copy that the target has; throws when it has anything else. A shop that was moved away may have gone on elsewhere, so
 * it is refused too, unless a move was killed when it had marked its source.
 */
async function findBegun(source: Side, target: Target): Promise<HalfDone | undefined> {
  const tables = await target.tables()
  const begun = tables.includes('moves') ? await findHalfDone(target.db) : undefined
  const away = await findMovedAway(source.db)
  if (away && away.id !== begun?.id)
    throw new Error(`The shop was moved from ${source.place} to ${away.other} before. Nothing was changed.`)
  if (!begun && tables.length > 0)
    throw new Error(`${target.place} is not empty. Nothing was changed. Move to an empty database.`)
  return begun
}

/** Throws when the half-done copy is of another database. */
function refuseOtherSource(begun: HalfDone, source: Side, target: Side): void {
  if (begun.other === source.place) return
  throw new Error(
    `${target.place} has a half-done copy of ${begun.other}, not of ${source.place}. Nothing was changed. To throw it away: --again`,
  )
}

interface Beginning extends Pick<MoveOptions, 'moveTable'> {
  /** What is thrown away. Its id is kept: the source may have the mark of it, and goes to nothing else. */
  readonly begun: HalfDone | undefined
}

/** In one transaction: a half-done copy without the row of its move would be refused as any other data. */
async function begin(source: Side, target: Target, { moveTable, begun }: Beginning): Promise<HalfDone> {
  const id = begun?.id ?? randomUUID()
  await target.db.transaction().execute(async (trx) => {
    if (begun) await target.wipe()
    await sql.raw(moveTable(target.kind)).execute(trx)
    const columns = { role: 'to', progress: '', started_at: Date.now() } as const
    await trx
      .insertInto('moves')
      .values({ ...columns, id, other: source.place })
      .execute()
  })
  return { id, other: source.place, progress: undefined }
}

async function refuseOtherTables(
  source: Side,
  target: Side,
  plan: readonly MovedTable[],
  derived: MoveOptions['derived'],
): Promise<void> {
  for (const side of [source, target]) {
    const known = [...plan.map(({ name }) => name), ...OWN_TABLES, derived[side.kind].name]
    const others = (await side.tables()).filter((name) => !known.includes(name))
    if (others.length > 0)
      throw new Error(
        `${side.place} has tables that are not of the shop: ${others.join(', ')}. Nothing was moved.`,
      )
  }
}

async function refuseUnmovable(source: Side, plan: readonly MovedTable[]): Promise<void> {
  const found: string[] = []
  for (const table of plan) found.push(...(await source.findUnmovable(table)))
  if (found.length > 0)
    throw new Error(
      `PostgreSQL cannot store these texts. Change them in the shop, and move it then:\n${found.join('\n')}`,
    )
}

interface Copying {
  readonly current: HalfDone
  readonly say: MoveOptions['say']
}

async function copyAll(
  source: Side,
  target: Target,
  plan: readonly MovedTable[],
  { current: { id, progress }, say }: Copying,
): Promise<void> {
  if (progress) say('The move goes on where it ended.')
  const done: Record<string, Progress[string]> = { ...progress }
  if (!progress)
    await target.db.transaction().execute(async (trx) => {
      // What the steps of the schema write into an empty database.
      for (const { name } of plan.toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx)
      await writeProgress(trx, id, {})
    })
  for (const table of plan) {
    const startedMs = performance.now()
    const rows = await copyTable(source, target, table, { id, progress: done })
    done[table.name] = true
    const seconds = (performance.now() - startedMs) / 1000
    if (rows > 0) say(`${table.name}: ${rows} rows copied, ${Math.round(rows / seconds)} a second`)
  }
}

async function compareAll(
  source: Side,
  target: Side,
  plan: readonly MovedTable[],
  say: MoveOptions['say'],
): Promise<void> {
  let rows = 0
  for (const table of plan) {
    const [one, other] = await Promise.all([checksumOf(source, table), checksumOf(target, table)])
    if (one.rows !== other.rows || one.sum !== other.sum)
      throw new Error(
        `${table.name} is not the same: ${one.rows} rows (${one.sum}) in ${source.place}, ${other.rows} rows (${other.sum}) in ${target.place}. The shop ran meanwhile, or somebody changed one of them. Begin anew: --again`,
      )
    if (one.rows > 0) say(`${table.name}: ${one.rows} rows in both, checksum ${one.sum}`)
    rows += one.rows
  }
  say(`${plan.length} tables with ${rows} rows are the same in both.`)
}

/** Before the target: at no time can a shop start on both. */
async function markSource(source: Side, target: Side, { id }: HalfDone): Promise<void> {
  const now = Date.now()
  const mark = {
    id,
    role: 'from',
    other: target.place,
    progress: '',
    started_at: now,
    finished_at: now,
  } as const
  await source.db
    .insertInto('moves')
    .values(mark)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

async function finish(source: Side, target: Target, { id }: HalfDone): Promise<void> {
  const secret = await source.readSecret()
  if (secret !== undefined) await target.storeSecret(secret)
  await target.db
    .updateTable('moves')
    .set({ progress: '', finished_at: Date.now() })
    .where('id', '=', id)
    .execute()
}
