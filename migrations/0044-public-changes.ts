import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * What changed of what public answers show, instead of a version of all of it, so that others stay in memory. `at` is of
 * the clock of the database: those of its machines differ.
 */
export const publicChanges: Migration = {
  name: '0044-public-changes',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    const clock = {
      sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
      postgres: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
    }[kind]
    await runStatements(trx, [
      'drop table public_version',
      `create table public_changes (
        id text not null primary key, at ${bigint} not null default (${clock}), tags text not null,
        is_frequent integer not null check (is_frequent in (0, 1))) ${clustered}`,
      'create index public_changes_at on public_changes (at)',
    ])
  },
}
