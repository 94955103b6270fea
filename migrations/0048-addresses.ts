import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The address book of each customer. */
export const addresses: Migration = {
  name: '0048-addresses',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table addresses (
        id text primary key, user_id text not null references "user" ("id") on delete cascade,
        label text, is_default integer not null check (is_default in (0, 1)), address text not null,
        created_at ${bigint} not null) ${strict}`,
      'create index addresses_of on addresses (user_id, id)',
      // One is the default: of two writes at once the second fails.
      'create unique index addresses_default on addresses (user_id) where is_default = 1',
    ])
  },
}
