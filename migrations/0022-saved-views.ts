import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The saved views of each admin, and the notes of admins on orders. */
export const savedViews: Migration = {
  name: '0022-saved-views',
  async up(trx, kind) {
    const { bigint, clustered, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table order_views (
        id text primary key, user_id text not null references "user" ("id") on delete cascade,
        name text not null, folded_name text not null, filter text not null) ${strict}`,
      'create unique index order_views_by_name on order_views (user_id, folded_name)',
      `create table order_notes (
        order_id text not null references orders (id), id text not null,
        author_email text not null, text text not null, at ${bigint} not null, removed_at ${bigint},
        primary key (order_id, id)) ${clustered}`,
    ])
  },
}
