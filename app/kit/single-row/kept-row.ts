import type { Config } from '#kit/config/config.ts'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { shows } from '#kit/public-cache/shown.ts'
import type { Shop } from '#kit/shop.ts'

/** How long a row is used after it was read: so late a change by another process holds, at most. */
const KEPT_MS = 1000

interface Kept<Value> {
  readonly value: Promise<Value>
  readonly readAtMs: number
}

const keyOf = (db: Db): object => db.getExecutor().adapter

/** The only row of a table, as a process keeps it in its memory. */
export interface KeptRow<Value> {
  /**
   * The row, at most a second old. A public answer that is rendered because it changed would keep an old one until the next
   * change, so it reads it anew.
   */
  readonly current: (shop: Pick<Shop, 'db' | 'config'>) => Promise<Value>
  /** After the commit this process reads it again. */
  readonly forget: (trx: Db) => void
}

/** `tag` is that of the public answers that show the row. */
export function keepRow<Value>(
  tag: string,
  read: (db: Db, config: Config) => Promise<Value>,
): KeptRow<Value> {
  const kept = new WeakMap<object, Kept<Value>>()
  return {
    current: (shop) => {
      const isPublic = shows(tag)
      const key = keyOf(shop.db)
      const known = kept.get(key)
      if (known && !isPublic && performance.now() - known.readAtMs < KEPT_MS) return known.value
      const reading = { value: read(shop.db, shop.config), readAtMs: performance.now() }
      kept.set(key, reading)
      reading.value.catch(() => {
        if (kept.get(key) === reading) kept.delete(key)
      })
      return reading.value
    },
    forget: (trx) => afterCommit(trx, () => kept.delete(keyOf(trx))),
  }
}
