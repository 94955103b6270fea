import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** How often the password of an account was changed, and which of these a session began with. */
export const credentialGeneration: Migration = {
  name: '0029-credential-generation',
  async up(trx) {
    await runStatements(trx, [
      `alter table "user" add column "credentialGeneration" integer not null default 0`,
      `alter table "session" add column "credentialGeneration" integer not null default 0`,
    ])
  },
}
