import { unfinishedBackfills } from '#kit/backfill/backfill.ts'
import { mayAct, type Standing, standingOf } from '#kit/backup/waiting-restore.ts'
import type { Database } from '#kit/db/db.ts'
import { mailHealth } from '#kit/mail/mailer.ts'
import type { Replica } from '#kit/public-cache/replica.ts'
import { createWriteProbe } from '#kit/server/write-probe.ts'
import type { Shop } from '#kit/shop.ts'
import { SECOND_MS } from '#kit/time.ts'
import { type ClockWatch, watchClock } from './clock-watch.ts'
import type { Readiness } from './readiness.ts'

/** How a process is: what `/readyz`, the metrics and the jobs ask. */
export interface Health extends Readiness {
  readonly clock: ClockWatch
  /** The replica from which public answers are rendered, if there is one. */
  readonly replica: Replica | undefined
  /** Resolves when the database can write, and rejects when it cannot. */
  probeWrite(): Promise<void>
  /** Whether jobs may run: not in a restored copy that nobody has taken over, nor after a move, and not by a wrong clock. */
  mayRunJobs(): Promise<boolean>
}

/** `alarms` are warnings of features. */
export function watchHealth(
  shop: Shop,
  database: Database,
  replica: Replica | undefined,
  alarms: () => Promise<readonly string[]>,
): Health {
  const clock = watchClock(shop)
  const probeWrite = createWriteProbe(database)
  return {
    clock,
    replica,
    probeWrite,
    mayRunJobs: async () => (await mayAct(shop)) && clock.isRight(),
    check: async () => {
      await probeWrite()
      const all = [processWarnings(shop, clock, replica), fillingWarnings(shop), mailWarnings(shop), alarms()]
      return (await Promise.all(all)).flat()
    },
  }
}

const STANDING_WARNINGS: Readonly<Record<Standing, readonly string[]>> = {
  shop: [],
  copy: ['the database was restored from a backup, and nobody has said that this is the shop'],
  moved: ['the shop was moved from this database to another one: end this process'],
}

/** Problems of the process and its databases that do not stop it from serving but need attention. */
async function processWarnings(
  shop: Shop,
  clock: ClockWatch,
  replica: Replica | undefined,
): Promise<string[]> {
  const [standing, isRight, offsetMs, reading] = await Promise.all([
    standingOf(shop),
    clock.isRight(),
    clock.offsetMs(),
    replica?.health(),
  ])
  return [
    ...STANDING_WARNINGS[standing],
    ...(isRight ? [] : [clockText(offsetMs)]),
    ...(shop.files.isAway() ? ['the store of files (FILES_URL) does not answer'] : []),
    ...(reading?.problem ? [`the replica (DATABASE_READ_URL) is not read: ${reading.problem}`] : []),
  ]
}

const clockText = (offsetMs: number): string =>
  `the clock is ${Math.round(Math.abs(offsetMs) / SECOND_MS)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} that of the database: this process runs no jobs`

/** What a later release has to wait for. */
async function fillingWarnings({ db }: Shop): Promise<string[]> {
  const unfinished = await unfinishedBackfills(db)
  return unfinished.map(
    ({ name, rows_left }) => `old rows are filled (${name}): ${rows_left} are left to look at`,
  )
}

/** What is tried again. */
async function mailWarnings(shop: Shop): Promise<string[]> {
  const { failing } = await mailHealth(shop)
  return failing > 0 ? [`mails that could not be sent and are tried again: ${failing}`] : []
}
