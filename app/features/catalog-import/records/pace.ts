import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseKind, type Db, kindOf } from '#kit/db/db.ts'

/**
 * How long a batch may take, and its fewest rows: each batch also takes a time that fewer rows do not shorten. SQLite blocks
 * the process and other writers during a batch; on PostgreSQL only an order of one of its products waits.
 */
const BATCHES: Readonly<Record<DatabaseKind, { readonly aimMs: number; readonly smallest: number }>> = {
  sqlite: { aimMs: 8, smallest: 10 },
  postgres: { aimMs: 60, smallest: 100 },
}

const FIRST = 100

/** The size of the next batch of rows, so that each takes about the same short time. */
export interface Pace {
  size(): number
  /** Measures a batch of that size. */
  time<Result>(work: () => Promise<Result>): Promise<Result>
}

/** With at most `most` rows in a batch: the process answers nothing while it handles those that it has read. */
export function createPace(db: Db, most: number): Pace {
  const { aimMs, smallest } = BATCHES[kindOf(db)]
  let size = FIRST
  return {
    size: () => size,
    time: async (work) => {
      const startedMs = performance.now()
      const result = await work()
      const wanted = (size * aimMs) / Math.max(performance.now() - startedMs, 0.1)
      // Not at once: a single batch may have waited for something else.
      size = Math.round(Math.min(Math.max((size + wanted) / 2, smallest), most))
      return result
    },
  }
}

/**
 * A pause after a batch: this process serves requests, and other processes, which ask for the write lock of SQLite every
 * millisecond, get it.
 */
export const letOthersWrite = (): Promise<void> => pause(2)
