import { type Generated, type Selectable, sql } from 'kysely'
import { afterCommit, beforeCommit } from '#kit/db/after-commit.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import { within } from '#kit/db/errors.ts'
import type { Schema } from '#kit/db/schema.ts'
import { deleteOldRows } from '#kit/delete-old-rows.ts'
import { newId } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { HOUR_MS } from '#kit/time.ts'
import { EVERYTHING } from './shown.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** `tags` is a JSON list. */
    public_changes: { id: string; at: Generated<number>; tags: string; is_frequent: number }
  }
}

/** A change of more tags touches everything. */
const MAXIMUM_TAGS = 500

/** How long changes are used after they were read, so how late those by other processes show. */
export const READ_EVERY_MS = 250

/**
 * A transaction may take so long from its last statement to the end of its commit: each has 15 s. On PostgreSQL a commit may
 * take longer, while the standby that it waits for is away: see {@link readServer}.
 */
const LATEST_MS = 30_000

/** After so long without a reading everything counts as changed: one more rendering costs less than many old changes. */
const IDLE_MS = 60_000

/** More tags of changes are not kept in memory: then everything counts as changed. */
const MAXIMUM_KNOWN = 20_000

const KEPT_MS = HOUR_MS

/** What a transaction changes of what public answers show. */
interface PublicChange {
  readonly tags: readonly string[]
  /** Changes of this kind come many times a second, so pages may show them two seconds late. */
  readonly isFrequent?: boolean
}

type ChangeRow = Pick<Selectable<Schema['public_changes']>, 'id' | 'tags' | 'is_frequent'>

/** The changes of transactions that are not committed. */
const recorded = new WeakMap<object, { readonly tags: Set<string>; isFrequent: boolean }>()

/** Records a change in its transaction, which writes one row for all of them as its last statement. */
export function recordPublicChange(trx: Db, { tags, isFrequent = false }: PublicChange): void {
  const change = recorded.get(trx) ?? { tags: new Set<string>(), isFrequent }
  for (const tag of tags) change.tags.add(tag)
  change.isFrequent &&= isFrequent
  if (recorded.has(trx)) return
  recorded.set(trx, change)
  beforeCommit(trx, async () => {
    const named = change.tags.size > MAXIMUM_TAGS ? [EVERYTHING] : [...change.tags]
    const row = { id: newId(), tags: JSON.stringify(named), is_frequent: change.isFrequent ? 1 : 0 }
    await trx.insertInto('public_changes').values(row).execute()
    await knownIn(trx).alsoRecord?.(trx, named)
    afterCommit(trx, () => learn(knownIn(trx), row))
  })
}

/** From now on each change that this process makes in the database is recorded in this way too. */
export function alsoRecordChanges(db: Db, record: RecordChange): void {
  knownIn(db).alsoRecord = record
}

/** What this process knows of the changes in a database. */
interface KnownChanges {
  /** The number of the last change, as this process counts them. */
  last: number
  /** The number of the last change of each tag. */
  readonly frequent: Map<string, number>
  readonly others: Map<string, number>
  /** When this process learned of a change, by its id; the earliest first. */
  readonly learnedAtMs: Map<string, number>
  readAtMs: number
  /** Of the last reading; on SQLite nothing. */
  server?: Server
  alsoRecord?: RecordChange
}

/** Writes something about a change with these tags in its transaction. */
type RecordChange = (trx: Db, tags: readonly string[]) => Promise<unknown>

const known = new WeakMap<object, KnownChanges>()

function knownIn(db: Db): KnownChanges {
  // That of a transaction is that of its database.
  const { adapter } = db.getExecutor()
  const found = known.get(adapter)
  if (found) return found
  const [frequent, others, learnedAtMs] = [new Map(), new Map(), new Map()]
  const readAtMs = Number.NEGATIVE_INFINITY
  const created: KnownChanges = { last: 0, frequent, others, learnedAtMs, readAtMs }
  known.set(adapter, created)
  return created
}

function learn(changes: KnownChanges, { id, tags, is_frequent }: ChangeRow): void {
  if (changes.learnedAtMs.has(id)) return
  const now = performance.now()
  for (const [earlier, atMs] of changes.learnedAtMs) {
    // It may be read again.
    if (now - atMs <= IDLE_MS + LATEST_MS) break
    changes.learnedAtMs.delete(earlier)
  }
  changes.learnedAtMs.set(id, now)
  touch(changes, is_frequent === 1 ? 'frequent' : 'others', JSON.parse(tags))
}

function touch(changes: KnownChanges, kind: 'frequent' | 'others', tags: readonly string[]): void {
  changes.last += 1
  const numbers = changes[kind]
  for (const tag of tags) numbers.set(tag, changes.last)
  if (numbers.size <= MAXIMUM_KNOWN) return
  numbers.clear()
  numbers.set(EVERYTHING, changes.last)
}

/** The changes of what public answers show. Those by this process are known immediately. */
export interface PublicChanges {
  /** The number of the last change if they were read recently enough; undefined when they have to be read again. */
  last(): number | undefined
  /** Rejects while the database is away, after two seconds at the latest. */
  read(): Promise<number>
  /** Which kind of changes touched one of these tags after the change of that number: `frequent` if all were frequent ones. */
  since(number: number, tags: readonly string[]): 'frequent' | 'others' | undefined
}

/** Nobody waits longer for the changes: a page in memory can be sent without them. */
const PATIENCE_MS = 2000

/**
 * Reads the changes when they are asked for, concurrent callers at once. `latestMs`: how long a transaction may take from its
 * last statement until its change can be seen, unless the database says that it takes longer.
 */
export function watchPublicChanges(db: Db, latestMs = LATEST_MS): PublicChanges {
  const changes = knownIn(db)
  let reading: { readonly done: Promise<number>; readonly startMs: number } | undefined
  const last = () => (performance.now() - changes.readAtMs < READ_EVERY_MS ? changes.last : undefined)
  return {
    last,
    read: async () => {
      const number = last()
      if (number !== undefined) return number
      reading ??= {
        startMs: performance.now(),
        done: readChanges(db, changes, latestMs).finally(() => {
          reading = undefined
        }),
      }
      return within(reading.startMs + PATIENCE_MS - performance.now(), reading.done)
    },
    since: (number, tags) => {
      const isTouched = (kind: 'frequent' | 'others') =>
        tags.some((tag) => (changes[kind].get(tag) ?? 0) > number)
      return isTouched('others') ? 'others' : isTouched('frequent') ? 'frequent' : undefined
    },
  }
}

const CLOCK = {
  sqlite: sql`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
}

/** Those since the last reading, and before it as long as a transaction may take until its row can be seen. */
async function readChanges(db: Db, changes: KnownChanges, latestMs: number): Promise<number> {
  const startMs = performance.now()
  const sinceMs = Math.min(startMs - changes.readAtMs, IDLE_MS)
  // Before the rows: the change of a transaction that ends in between is one of these.
  const server = kindOf(db) === 'postgres' ? await readServer(db) : undefined
  const former = changes.server
  const recent = sql<number>`${CLOCK[kindOf(db)]} - ${Math.ceil(sinceMs) + latestMs}`
  const since = former?.unseenSince ? sql<number>`least(${recent}, ${sql.lit(former.unseenSince)})` : recent
  const rows = await db
    .selectFrom('public_changes')
    .select(['id', 'tags', 'is_frequent'])
    .where('at', '>=', since)
    .execute()
  for (const row of rows) learn(changes, row)
  const hasFailedOver = former !== undefined && server !== undefined && former.timeline < server.timeline
  if (hasFailedOver) await changes.alsoRecord?.(db, [EVERYTHING])
  if (hasFailedOver || sinceMs === IDLE_MS) touch(changes, 'others', [EVERYTHING])
  changes.readAtMs = startMs
  if (server) changes.server = server
  return changes.last
}

/** The state of a PostgreSQL server. */
interface Server {
  /**
   * When the first of the transactions began that have written and not ended (ms); null without any. No limit ends a commit
   * that waits for a synchronous standby: its row can be seen when the standby is back, and has the time from before.
   */
  readonly unseenSince: number | null
  /** Rises when a standby is promoted: it may lack the last changes of the former primary, which pages show. 0 on a standby. */
  readonly timeline: number
}

async function readServer(db: Db): Promise<Server> {
  const { rows } = await sql<Server>`
    select cast(extract(epoch from min(xact_start)) * 1000 as bigint) - 1 as "unseenSince",
      case when pg_is_in_recovery() then 0
        else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint end as timeline
    from pg_stat_activity where datname = current_database() and backend_xid is not null`.execute(db)
  return rows[0] ?? { unseenSince: null, timeline: 0 }
}

/** Deletes the changes that every process has read. */
export const deleteOldChanges = ({ db, now }: Shop): Promise<void> =>
  deleteOldRows(db, 'public_changes', now() - KEPT_MS, sql`1 = 1`)
