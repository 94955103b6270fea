import { type Migration, runStatements } from '#kit/db/migrate.ts'

// As many as there are writers at once at most; they then seldom wait for each other's row.
const SHARDS = 8

/** One number that changes with everything that public pages show; spread over rows, so that orders do not queue for it. */
export const publicVersion: Migration = {
  name: '0004-public-version',
  async up(trx, kind) {
    const big = kind === 'sqlite' ? 'integer' : 'bigint'
    const rows = Array.from({ length: SHARDS }, (_, shard) => `(${shard}, 0)`).join(', ')
    await runStatements(trx, [
      `create table public_version (shard integer not null primary key, version ${big} not null)`,
      `insert into public_version (shard, version) values ${rows}`,
    ])
  },
}
