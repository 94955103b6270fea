import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Up to when the provider's list of events was followed, in one row. */
export const followedEvents: Migration = {
  name: '0009-followed-events',
  up: (trx, kind) =>
    runStatements(trx, [
      kind === 'sqlite'
        ? 'create table followed_events (provider text not null primary key, until_ms integer not null) strict'
        : 'create table followed_events (provider text not null primary key, until_ms bigint not null)',
    ]),
}
