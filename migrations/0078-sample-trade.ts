import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * The sample trade of a shop with sandboxes: at most one row of how far it is placed, and the accounts that are its customers
 * and its staff, by which all that belongs to it is found.
 */
export const sampleTrade: Migration = {
  name: '0078-sample-trade',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table sample_trade (
        id integer not null primary key check (id = 1), started_at ${bigint} not null, steps integer not null,
        done integer not null) ${clustered}`,
      `create table sample_accounts (
        user_id text not null primary key references "user" ("id") on delete cascade) ${clustered}`,
    ])
  },
}
