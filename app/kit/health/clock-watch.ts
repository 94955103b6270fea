import { sql } from 'kysely'
import { kindOf } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'
import { SECOND_MS } from '#kit/time.ts'

/** How far the clock of a process may be from that of its database: what is done by the time is not done beyond it. */
const MAY_DIFFER_MS = 30 * SECOND_MS

const READ_EVERY_MS = 5 * SECOND_MS

/** The clock of the process was set when it went so much otherwise than time did. */
const SET_MS = SECOND_MS

/** Compares the clock of a process with that of its database. */
export interface ClockWatch {
  /** How far the clock of the process is ahead at least, in milliseconds; negative when it is behind. */
  offsetMs(): Promise<number>
  /** Whether jobs may run: holds, reminders, leases and deletions all go by the clock of the process. */
  isRight(): Promise<boolean>
}

interface Reading {
  readonly offsetMs: Promise<number>
  readonly now: number
  readonly at: number
}

/**
 * Watches the clock, and says in the log when it is wrong and when it is right again. With SQLite all processes have the clock
 * of the one machine, so there is none to compare it with.
 */
export function watchClock(shop: Shop): ClockWatch {
  let reading: Reading | undefined
  let wasRight = true
  const read = async (): Promise<number> => {
    const offsetMs = await offsetOf(shop)
    const isRight = Math.abs(offsetMs) <= MAY_DIFFER_MS
    if (isRight !== wasRight) report(shop, isRight, offsetMs)
    wasRight = isRight
    return offsetMs
  }
  const offsetMs = (): Promise<number> => {
    if (reading && isCurrent(reading, shop)) return reading.offsetMs
    const fresh = { offsetMs: read(), now: shop.now(), at: performance.now() }
    reading = fresh
    fresh.offsetMs.catch(() => {
      if (reading === fresh) reading = undefined
    })
    return fresh.offsetMs
  }
  return { offsetMs, isRight: async () => Math.abs(await offsetMs()) <= MAY_DIFFER_MS }
}

/** A clock that was set since is read again at once: a job would already go by it. */
function isCurrent({ now, at }: Reading, shop: Shop): boolean {
  const passedMs = performance.now() - at
  return passedMs < READ_EVERY_MS && Math.abs(shop.now() - now - passedMs) < SET_MS
}

/** The least difference that explains the answer, so that a slow one is no wrong clock. */
async function offsetOf({ db, now }: Shop): Promise<number> {
  if (kindOf(db) === 'sqlite') return 0
  const askedAt = now()
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db)
  const ms = rows[0]?.ms ?? askedAt
  const answeredAt = now()
  if (ms < askedAt) return askedAt - ms
  return ms > answeredAt ? answeredAt - ms : 0
}

function report({ log }: Shop, isRight: boolean, offsetMs: number): void {
  if (isRight) log.info({ offsetMs }, 'the clock of the process is right again: jobs run')
  else
    log.error(
      { offsetMs },
      'the clock of the process differs from that of the database by more than 30 s: it runs no jobs until its machine has the right time',
    )
}
