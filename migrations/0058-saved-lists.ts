import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The lists that customers keep by a name. */
export const savedLists: Migration = {
  name: '0058-saved-lists',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table saved_lists (
        id text primary key, user_id text not null references "user" ("id") on delete cascade,
        name text not null, lines text not null, revision integer not null, share_hash text,
        created_at ${bigint} not null, updated_at ${bigint} not null) ${strict}`,
      'create index saved_lists_of on saved_lists (user_id, id)',
      'create unique index saved_lists_shared on saved_lists (share_hash) where share_hash is not null',
    ])
  },
}
