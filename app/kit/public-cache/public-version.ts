import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { afterCommit } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    public_version: { shard: number; version: number }
  }
}

const SHARDS = 8

/** How long a version is used after it was read, so how late changes by other processes show. */
export const VERSION_CACHED_MS = 250

/** The number of public changes that this process has committed. */
let localCommits = 0

/** Records a public change; call it in the transaction of the change, as its last statement. */
export async function changePublicVersion(trx: Db): Promise<void> {
  await trx
    .updateTable('public_version')
    .set({ version: sql<number>`version + 1` })
    .where('shard', '=', randomInt(SHARDS))
    .execute()
  afterCommit(trx, () => {
    localCommits += 1
  })
}

/** The version of all public data. Changes by this process show immediately. */
export interface PublicVersion {
  /** The version when it was read recently enough; undefined when it has to be read again. */
  known(): number | undefined
  read(): Promise<number>
}

export function watchPublicVersion(db: Db): PublicVersion {
  let last: { version: number; readAtMs: number; committed: number } | undefined
  let pending: { version: Promise<number>; committed: number } | undefined
  const known = (): number | undefined => {
    if (!last || last.committed !== localCommits) return undefined
    return performance.now() - last.readAtMs < VERSION_CACHED_MS ? last.version : undefined
  }
  const readAgain = async (): Promise<number> => {
    // Set before the read: a read that began before a change may return the old version.
    const start = { readAtMs: performance.now(), committed: localCommits }
    const version = await readVersion(db)
    if (!last || last.readAtMs < start.readAtMs) last = { version, ...start }
    return version
  }
  return {
    known,
    read: async () => {
      const version = known()
      if (version !== undefined) return version
      if (pending?.committed !== localCommits) pending = { version: readAgain(), committed: localCommits }
      const reading = pending
      return reading.version.finally(() => {
        if (pending === reading) pending = undefined
      })
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
