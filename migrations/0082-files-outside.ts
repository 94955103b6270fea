import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** The tables that have files, or name those that are in a store outside the database. */
const TABLES = ['image_files', 'avatars', 'part_files', 'document_files']

/** `outside` is the key of a row's file in the store; null of one that is in the database. Then the row's content is empty. */
export const filesOutside: Migration = {
  name: '0082-files-outside',
  up: (trx) =>
    runStatements(
      trx,
      TABLES.flatMap((table) => [
        `alter table ${table} add column outside text`,
        `create index ${table}_outside on ${table} (outside) where outside is not null`,
      ]),
    ),
}
