import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Passkeys, with the columns that the sign-in library requires, and when each was last used (ms). */
export const passkeys: Migration = {
  name: '0095-passkeys',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    const [boolean, date] = kind === 'sqlite' ? ['integer', 'date'] : ['boolean', 'timestamptz']
    await runStatements(trx, [
      `create table "passkey" (
        "id" text not null primary key,
        "userId" text not null references "user" ("id") on delete cascade,
        "name" text,
        "publicKey" text not null,
        "credentialID" text not null unique,
        "counter" ${bigint} not null,
        "deviceType" text not null,
        "backedUp" ${boolean} not null,
        "transports" text,
        "aaguid" text,
        "createdAt" ${date} not null,
        "lastUsedAt" ${bigint}
      )`,
      'create index "passkey_userId_idx" on "passkey" ("userId")',
    ])
  },
}
