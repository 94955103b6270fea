import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * The tables that a restore writes, also into a database of an earlier release, where this step finds them later. `prefix` is
 * the schema with its dot, where it has to be named.
 */
export function restoreTables(kind: 'sqlite' | 'postgres', prefix = ''): string[] {
  const { bigint, strict } = typesOf(kind)
  return [
    `create table if not exists ${prefix}restores (
      restored_at ${bigint} not null primary key, made_at ${bigint},
      taken_over_at ${bigint}, taken_over_by text) ${strict}`,
    `create table if not exists ${prefix}number_gaps (
      kind text not null, first_number ${bigint} not null, last_number ${bigint} not null,
      restored_at ${bigint} not null, reason text not null,
      primary key (kind, first_number)) ${strict}`,
  ]
}

/**
 * When this database was restored from a backup, and since when it is the shop; and which numbers of invoices and credit notes were
 * issued after that backup. A restore raises the count of numbers itself, if the database had it by then.
 */
export const restores: Migration = {
  name: '0079-restores',
  async up(trx, kind) {
    await runStatements(trx, [
      ...restoreTables(kind),
      `update row_counts set counted = (select max(last_number) from number_gaps where kind = row_counts.name)
        where counted < (select max(last_number) from number_gaps where kind = row_counts.name)`,
    ])
  },
}
