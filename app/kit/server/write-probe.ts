import { randomBytes } from 'node:crypto'
import type { Database, Db } from '#kit/db/db.ts'
import { within } from '#kit/db/errors.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    write_probe: { id: number; filler: Uint8Array }
  }
}

/** More than most requests write, so that it fails on a full disk no later than they do. */
const FILLER_BYTES = 65_536

/** A result counts this long, so that requests cannot make the database write without end. */
const EVERY_MS = 2000

const LONGEST_MS = 5000

/**
 * Returns a function that resolves when the database can write, and rejects when it cannot: it is unavailable, does not
 * answer, its disk is full, or it is a standby.
 */
export function createWriteProbe({ db }: Pick<Database, 'db'>): () => Promise<void> {
  let probedAt = Number.NEGATIVE_INFINITY
  let probe: Promise<void> = Promise.resolve()
  return () => {
    if (performance.now() - probedAt > EVERY_MS) {
      probedAt = performance.now()
      probe = within(LONGEST_MS, write(db))
      // Whoever asks handles it.
      probe.catch(() => undefined)
    }
    return probe
  }
}

async function write(db: Db): Promise<void> {
  const filler = randomBytes(FILLER_BYTES)
  await db
    .insertInto('write_probe')
    .values({ id: 1, filler })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ filler }))
    .execute()
}
