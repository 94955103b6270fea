import { findFailedRefunds } from '#features/payments/payments.ts'
import { mayAct } from '#kit/backup/waiting-restore.ts'
import { type ClockWatch, watchClock } from '#kit/clock/clock-watch.ts'
import type { Database } from '#kit/db/db.ts'
import { mailHealth } from '#kit/mail/mailer.ts'
import type { Purges } from '#kit/public-cache/purges.ts'
import type { Replica } from '#kit/public-cache/replica.ts'
import type { Readiness } from '#kit/server/readiness.ts'
import { createWriteProbe } from '#kit/server/write-probe.ts'
import type { Shop } from '#kit/shop.ts'
import { countText } from '#kit/text/count-text.ts'
import { SECOND_MS } from '#kit/time.ts'

/** How a process is: what `/readyz`, the metrics and the jobs ask. */
export interface Health extends Readiness {
  readonly clock: ClockWatch
  /** Resolves when the database can write; rejects when it cannot. */
  canWrite(): Promise<void>
  /** Whether jobs may run: not in a restored copy that nobody has taken over, and not by a wrong clock. */
  mayRunJobs(): Promise<boolean>
}

export function watchHealth(
  shop: Shop,
  database: Database,
  { purges, replica }: { readonly purges: Purges; readonly replica: Replica | undefined },
): Health {
  const clock = watchClock(shop)
  const canWrite = createWriteProbe(database)
  return {
    clock,
    canWrite,
    mayRunJobs: async () => (await mayAct(shop)) && clock.isRight(),
    check: async () => {
      await canWrite()
      return (await Promise.all([processWarnings(shop, clock, replica), workWarnings(shop, purges)])).flat()
    },
  }
}

/** Problems of the process and its databases that do not stop it from serving but need attention. */
async function processWarnings(
  shop: Shop,
  clock: ClockWatch,
  replica: Replica | undefined,
): Promise<string[]> {
  const [isShop, isRight, offsetMs, reading] = await Promise.all([
    mayAct(shop),
    clock.isRight(),
    clock.offsetMs(),
    replica?.health(),
  ])
  return [
    ...(isShop ? [] : ['the database was restored from a backup, and nobody has said that this is the shop']),
    ...(isRight ? [] : [clockText(offsetMs)]),
    ...(reading?.problem ? [`the replica (DATABASE_READ_URL) is not read: ${reading.problem}`] : []),
  ]
}

const clockText = (offsetMs: number): string =>
  `the clock is ${Math.round(Math.abs(offsetMs) / SECOND_MS)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} that of the database: this process runs no jobs`

/** What fails and is tried again, or waits for an admin. */
async function workWarnings(shop: Shop, purges: Purges): Promise<string[]> {
  const [mails, refunds, failingPurges] = await Promise.all([
    mailHealth(shop),
    findFailedRefunds(shop.db),
    purges.countFailing(),
  ])
  return [
    ...(mails.failing > 0 ? [`mails that could not be sent and are tried again: ${mails.failing}`] : []),
    ...(refunds.count > 0
      ? [`refunds that failed: ${countText({ total: refunds.count, isTotalCut: refunds.isTotalCut })}`]
      : []),
    ...(failingPurges > 0
      ? [`purges of the cache in front that failed and are tried again: ${failingPurges}`]
      : []),
  ]
}
