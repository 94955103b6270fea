import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * The second factor of an account, in the columns that the sign-in library wants; `lastStep` is the shop's: the 30 seconds of the
 * last code that was accepted.
 */
export const secondFactor: Migration = {
  name: '0094-second-factor',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    const [boolean, date, no] =
      kind === 'sqlite' ? ['integer', 'date', '0'] : ['boolean', 'timestamptz', 'false']
    await runStatements(trx, [
      `alter table "user" add column "twoFactorEnabled" ${boolean} not null default ${no}`,
      `create table "twoFactor" (
        "id" text not null primary key,
        "userId" text not null unique references "user" ("id") on delete cascade,
        "secret" text not null,
        "backupCodes" text not null,
        "verified" ${boolean} not null default ${no},
        "failedVerificationCount" integer not null default 0,
        "lockedUntil" ${date},
        "lastStep" ${bigint} not null default 0
      )`,
    ])
  },
}
