import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * What the columns of an imported file mean where it does not name them as the shop does, and the pictures that were sent with it
 * (JSON); both are null of other imports. What columns of the same names meant last, by a hash of the names.
 */
export const importColumns: Migration = {
  name: '0103-import-columns',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      'alter table imports add column reading text',
      'alter table imports add column pictures text',
      `create table import_columns (
        heads text primary key,
        reading text not null,
        used_at ${bigint} not null
      ) ${strict}`,
      'create index import_columns_used on import_columns (used_at)',
    ])
  },
}
