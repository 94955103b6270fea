import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { within } from '#kit/db/errors.ts'
import { type Outage, outagesOf } from '#kit/log/outage.ts'
import type { Log } from '#kit/log.ts'
import { READ_EVERY_MS } from './public-changes.ts'

/** A replica that is further behind is not read. */
const LONGEST_LAG_MS = 1000

/** Without an answer by then the replica is left alone. */
const ANSWERS_WITHIN_MS = 500

const LEFT_ALONE_MS = 5000

/** Of a minute at least: the positions by which the lag is measured. */
const MAXIMUM_SAMPLES = 300

const OUTAGE: Outage = {
  name: 'replica',
  begins: 'the replica is not read',
  ends: 'the replica is read again',
}

/** How far a server is in the log of writes (WAL). */
export interface Position {
  /** Which log that is: of two positions in different ones neither is later. */
  readonly log: string
  /** Null on a server that is no replica. */
  readonly bytes: number | null
}

/** How far both servers are. */
export interface Positions {
  /** Up to where the primary has written; it has no change that can be seen and is later. */
  primary(): Promise<Position>
  /** Up to where the replica shows what the primary has written. */
  replica(): Promise<Position>
}

/** What a replica shows: all that the primary did until `atMs`, by the clock of this process, and the changes up to `number`. */
export interface ReplicaState {
  readonly number: number
  readonly atMs: number
}

/** Whether public answers may be rendered from a replica. */
export interface Replica {
  /** What the replica shows at least, when `number` is that of the last change; undefined while it must not be read. */
  shown(number: number): Promise<ReplicaState | undefined>
  /** It has not answered: it is not read for some seconds, and until it answers again. */
  leaveAlone(error: unknown): void
  /** Why it is not read, if so, and how far it is behind, if that is known. */
  health(): Promise<{ readonly problem: string | undefined; readonly lagMs: number | undefined }>
}

/**
 * Watches a replica: asks the primary where it is, then the replica whether it is there, at most every quarter of a second
 * and for each new change, when an answer is rendered.
 */
export function watchReplica(positions: Positions, log: Log): Replica {
  const samples = createSamples()
  let newest: ReplicaState | undefined
  let checked: ReplicaState = { number: 0, atMs: Number.NEGATIVE_INFINITY }
  // Nobody waits for the first answer of a replica.
  let problem: string | undefined = 'it has not been asked yet'
  let leftAloneUntilMs = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  const leaveAlone = (error: unknown): void => {
    outagesOf(log).failed({ outage: OUTAGE, error, what: 'readings' })
    problem = error instanceof OtherServerError ? error.message : 'it does not answer'
    leftAloneUntilMs = performance.now() + LEFT_ALONE_MS
  }

  const check = async (number: number): Promise<void> => {
    const state = { number, atMs: performance.now() }
    samples.add({ ...state, position: await positions.primary() })
    try {
      newest = samples.reached(await within(ANSWERS_WITHIN_MS, positions.replica())) ?? newest
      problem = undefined
      outagesOf(log).worked(OUTAGE.name)
    } catch (error) {
      leaveAlone(error)
    }
    checked = state
  }
  /** Whether the check was done in time; concurrent callers share it. */
  const checkOnce = async (number: number): Promise<boolean> => {
    checking ??= check(number).finally(() => {
      checking = undefined
    })
    return within(ANSWERS_WITHIN_MS, checking).then(
      () => true,
      () => false,
    )
  }

  return {
    leaveAlone,
    shown: async (number) => {
      const now = performance.now()
      if (problem !== undefined) {
        // Nobody waits for a replica that did not answer.
        if (now >= leftAloneUntilMs) void checkOnce(number)
        return undefined
      }
      const isKnown = number <= checked.number && now - checked.atMs < READ_EVERY_MS
      if (!isKnown && !(await checkOnce(number))) return undefined
      const isNear = newest && performance.now() - newest.atMs <= LONGEST_LAG_MS
      return isNear && problem === undefined ? newest : undefined
    },
    health: async () => {
      const startMs = performance.now()
      const isNear = () => newest && newest.atMs >= startMs
      while (performance.now() >= leftAloneUntilMs) {
        await checkOnce(checked.number)
        if (isNear() || performance.now() - startMs >= ANSWERS_WITHIN_MS) break
        await pause(READ_EVERY_MS / 5)
      }
      if (problem !== undefined) return { problem, lagMs: undefined }
      const lagMs = newest && performance.now() - newest.atMs
      const isBehind = lagMs === undefined || lagMs > LONGEST_LAG_MS
      return { problem: isBehind ? 'it is more than a second behind' : undefined, lagMs }
    },
  }
}

class OtherServerError extends Error {}

type Sample = ReplicaState & { readonly position: Position }

/** Where the primary was at which time, as far as the replica has not been there. */
function createSamples() {
  const samples: Sample[] = []
  return {
    add: (sample: Sample): void => {
      samples.push(sample)
      if (samples.length > MAXIMUM_SAMPLES) samples.shift()
    },
    /** The newest that the replica has reached, of those that it had not reached before. */
    reached: ({ log, bytes }: Position): ReplicaState | undefined => {
      if (bytes === null) throw new OtherServerError('it is not a replica')
      if (log !== samples.at(-1)?.position.log)
        throw new OtherServerError('it is a replica of something else')
      const last = samples.findLastIndex(
        ({ position }) => position.log === log && bytes >= Number(position.bytes),
      )
      return samples.splice(0, last + 1).at(-1)
    },
  }
}

/** Names the cluster, its timeline and the database. */
const logOf = (timeline: ReturnType<typeof sql>) =>
  sql<string>`concat_ws(' ', (select system_identifier from pg_control_system()), ${timeline},
    (select oid from pg_database where datname = current_database()))`

/**
 * What a transaction did can be seen on the primary when its commit is on the disk of the primary, so the position is that
 * of the disk; with `synchronous_commit = off` it can be seen earlier.
 */
const PRIMARY = sql<Position>`
  select position - '0/0' as bytes, ${logOf(sql`left(pg_walfile_name(position), 8)`)} as log
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as position) as log`

const REPLICA = sql<Position>`
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' end as bytes,
    ${logOf(sql`(select upper(lpad(to_hex(timeline_id), 8, '0')) from pg_control_checkpoint())`)} as log`

/** How far the servers of two databases are. */
export function positionsOf(primary: Db, replica: Db): Positions {
  const ask = async (query: typeof PRIMARY, db: Db): Promise<Position> => {
    const [position] = (await query.execute(db)).rows
    if (!position) throw new Error('a position has no row')
    return position
  }
  return { primary: () => ask(PRIMARY, primary), replica: () => ask(REPLICA, replica) }
}
