import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    public_version: { shard: number; version: number }
  }
}

const SHARDS = 8

/** How long a version that was read is taken for the present one: what other processes change shows within that. */
const TRUSTED_MS = 250

/** Says that something public changed; call it in the transaction of the change, as its last statement. */
export async function changePublicVersion(trx: Db): Promise<void> {
  await trx
    .updateTable('public_version')
    .set({ version: sql<number>`version + 1` })
    .where('shard', '=', randomInt(SHARDS))
    .execute()
}

/** The version of everything public, as this process knows it. */
export interface PublicVersion {
  /** The version, when it was read a moment ago; undefined when it has to be read again. */
  known(): number | undefined
  read(): Promise<number>
  /** Forgets what is known: this process has just changed something. */
  expire(): void
}

export function watchPublicVersion(db: Db): PublicVersion {
  let last: { version: number; readAtMs: number } | undefined
  let underWay: Promise<number> | undefined
  const known = (): number | undefined =>
    last && performance.now() - last.readAtMs < TRUSTED_MS ? last.version : undefined
  return {
    known,
    expire: () => {
      last = undefined
      // A read that began before the change may answer with what was.
      underWay = undefined
    },
    read: () => {
      const version = known()
      if (version !== undefined) return Promise.resolve(version)
      if (underWay) return underWay
      const reading: Promise<number> = readVersion(db)
        .then((fresh) => {
          if (underWay === reading) last = { version: fresh, readAtMs: performance.now() }
          return fresh
        })
        .finally(() => {
          if (underWay === reading) underWay = undefined
        })
      underWay = reading
      return reading
    },
  }
}

async function readVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('public_version')
    .select((eb) => eb.fn.sum<number>('version').as('version'))
    .executeTakeFirstOrThrow()
  return version
}
