import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** How far old rows are filled while the shop serves. */
export const backfillProgress: Migration = {
  name: '0089-backfills',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table backfills (
        name text not null primary key, place text, has_filled integer not null default 0,
        rows_left ${bigint} not null, next_at ${bigint} not null, finished_at ${bigint}) ${strict}`,
    ])
  },
}
