import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Imported lists of products with what each row would change. An import is applied in many transactions, so that none is
 * long: `position` is the last row that is written, and `catalog_hold` keeps admins from other changes meanwhile.
 */
export const imports: Migration = {
  name: '0024-imports',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    const counts = ['added', 'changed', 'unchanged', 'wrong', 'prices_fall', 'prices_rise', 'left_out']
    await runStatements(trx, [
      `create table catalog_hold (id integer not null primary key check (id = 1), held_by text) ${strict}`,
      'insert into catalog_hold (id, held_by) values (1, null)',
      `create table imports (
        id text not null primary key, name text not null, created_at ${bigint} not null,
        by_id text not null, by_email text not null, columns text not null,
        state text not null check (state in ('reading', 'ready', 'applying', 'applied', 'undoing', 'undone', 'replaced')),
        position integer, worker text, worked_at ${bigint},
        actor_id text, actor_email text, applied_at ${bigint}, undone_at ${bigint},
        ${counts.map((name) => `${name} integer not null default 0`).join(', ')}) ${strict}`,
      // The few that a job has to look at.
      `create index imports_unfinished on imports (worked_at) where worker is not null`,
      `create table import_rows (
        import_id text not null references imports (id), row integer not null, sku text not null,
        kind text not null check (kind in ('added', 'changed', 'unchanged', 'wrong')),
        product_id text, revision integer, price_change integer not null default 0, stock_change integer,
        is_left_out integer not null default 0, changes text not null, errors text not null, cells text not null,
        primary key (import_id, row)) ${clustered}`,
      'create index import_rows_by_kind on import_rows (import_id, kind, row)',
      'create index import_rows_falling on import_rows (import_id, row) where price_change = -1',
      'create index import_rows_rising on import_rows (import_id, row) where price_change = 1',
      'create index import_rows_left_out on import_rows (import_id, row) where is_left_out = 1',
    ])
  },
}
