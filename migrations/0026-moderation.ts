import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * An admin can hide a review: each list of reviews has its own index, so that a page of it never reads the other one. An
 * admin can lose the role: the index finds all of them, so that one is left. And archived products are listed.
 */
export const moderation: Migration = {
  name: '0026-moderation',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      `alter table ratings add column hidden_at ${bigint}`,
      'drop index ratings_newest',
      'create index ratings_shown on ratings (created_at desc, id desc) where hidden_at is null',
      'create index ratings_hidden on ratings (created_at desc, id desc) where hidden_at is not null',
      'create index products_archived on products (archived_at desc, id desc) where archived_at is not null',
      `create index admins on "user" ("id") where "role" = 'admin'`,
    ])
  },
}
