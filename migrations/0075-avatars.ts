import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The picture that an account has uploaded of itself: one at a time, in one size. `id` is in its address. */
export const avatars: Migration = {
  name: '0075-avatars',
  async up(trx, kind) {
    const { bytes, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table avatars (
        user_id text not null primary key references "user" ("id") on delete cascade,
        id text not null unique, content ${bytes} not null) ${strict}`,
    ])
  },
}
