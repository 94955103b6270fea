import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** When a session last gave a password again (ms), and what happened to the doors of an account. */
export const security: Migration = {
  name: '0091-security',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `alter table "session" add column "provedAt" ${bigint}`,
      `create table security_events (
        id text not null primary key,
        user_id text not null references "user" (id) on delete cascade,
        at ${bigint} not null,
        kind text not null,
        address text,
        browser text
      ) ${strict}`,
      'create index security_events_of_user on security_events (user_id, id)',
    ])
  },
}
