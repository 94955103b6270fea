import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** When its owner deleted an account (ms): its row stays, empty, since orders refer to it. And the reviews of an account. */
export const deletedAccounts: Migration = {
  name: '0093-deleted-accounts',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      `alter table "user" add column "deletedAt" ${bigint}`,
      'create index ratings_of_account on ratings (user_id, id) where user_id is not null',
    ])
  },
}
