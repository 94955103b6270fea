import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

// About as many rows as there are concurrent writers, so that they rarely wait for the same row.
const SHARDS = Array.from({ length: 8 }, (_, shard) => shard)

/** Tables for all features: secrets, rate limits, the version of the public data, row counts and mails. */
export const kit: Migration = {
  name: '0001-kit',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    await runStatements(trx, [
      'create table secrets (name text not null primary key, value text not null)',
      `create table rate_limits (
        key text not null primary key, hits integer not null check (hits >= 0), resets_at bigint not null)`,
      `create table public_version (shard integer not null primary key, version ${bigint} not null)`,
      `insert into public_version values ${SHARDS.map((shard) => `(${shard}, 0)`).join(', ')}`,
      `create table row_counts (name text not null primary key, counted ${bigint} not null) ${strict}`,
      `insert into row_counts values ('products', 0),
        ${SHARDS.map((shard) => `('orders ${shard}', 0)`).join(', ')}`,
      `create table mails (
        id text not null primary key, recipient text not null, subject text not null, text text not null,
        html text not null, template text, about text, created_at ${bigint} not null,
        attempts integer not null default 0, next_attempt_at ${bigint}, sent_at ${bigint}, last_error text)
        ${clustered}`,
      'create index mails_due on mails (next_attempt_at) where next_attempt_at is not null',
    ])
  },
}
