import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** What staff may do without being admins: the names of their rights with spaces between, or null. */
export const rights: Migration = {
  name: '0090-rights',
  async up(trx) {
    await runStatements(trx, ['alter table "user" add column "rights" text'])
  },
}
