import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Files of parts, such as drawings and certificates. Their content is apart from the rows that list them, in pieces that are
 * read one after the other. `file_count` says without a query which products have some.
 */
export const partFiles: Migration = {
  name: '0052-part-files',
  async up(trx, kind) {
    const { bytes, strict } = typesOf(kind)
    await runStatements(trx, [
      'alter table products add column file_count integer not null default 0 check (file_count between 0 and 20)',
      `create table part_files (
        id text not null primary key, product_id text not null references products (id), number integer not null,
        kind text not null check (kind in ('model', 'drawing', 'certificate', 'manual', 'other')),
        title text not null, name text not null, type text not null, size integer not null, hash text not null,
        unique (product_id, number)) ${strict}`,
      `create table part_file_pieces (
        file_id text not null references part_files (id) on delete cascade, position integer not null,
        content ${bytes} not null, primary key (file_id, position)) ${strict}`,
    ])
  },
}
