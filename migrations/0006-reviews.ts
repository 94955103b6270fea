import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

export const reviews: Migration = {
  name: '0006-reviews',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table ratings (
        id text not null primary key, user_id text references "user" ("id"), name text not null,
        comment text not null, half_stars integer not null check (half_stars between 0 and 10),
        created_at ${bigint} not null) ${strict}`,
      'create index ratings_newest on ratings (created_at desc, id desc)',
    ])
  },
}
