import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** The tables of the sign-in library, with the columns that it requires; a test compares them. */
export const accounts: Migration = {
  name: '0002-accounts',
  async up(trx, kind) {
    const date = kind === 'sqlite' ? 'date' : 'timestamptz'
    const boolean = kind === 'sqlite' ? 'integer' : 'boolean'
    await runStatements(trx, [
      `create table "user" (
        "id" text not null primary key, "name" text not null, "email" text not null unique,
        "emailVerified" ${boolean} not null, "image" text, "createdAt" ${date} not null, "updatedAt" ${date} not null,
        "role" text, "banned" ${boolean}, "banReason" text, "banExpires" ${date},
        "designation" text, "phone" text, "address" text)`,
      `create unique index user_email_any_case on "user" (lower("email"))`,
      `create table "session" (
        "id" text not null primary key, "expiresAt" ${date} not null, "token" text not null unique,
        "createdAt" ${date} not null, "updatedAt" ${date} not null, "ipAddress" text, "userAgent" text,
        "userId" text not null references "user" ("id") on delete cascade, "impersonatedBy" text)`,
      `create index "session_userId_idx" on "session" ("userId")`,
      `create table "account" (
        "id" text not null primary key, "accountId" text not null, "providerId" text not null,
        "userId" text not null references "user" ("id") on delete cascade,
        "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${date},
        "refreshTokenExpiresAt" ${date}, "scope" text, "password" text,
        "createdAt" ${date} not null, "updatedAt" ${date} not null)`,
      `create index "account_userId_idx" on "account" ("userId")`,
      `create unique index account_once on "account" ("providerId", "accountId")`,
      `create table "verification" (
        "id" text not null primary key, "identifier" text not null, "value" text not null,
        "expiresAt" ${date} not null, "createdAt" ${date} not null, "updatedAt" ${date} not null)`,
      `create index "verification_identifier_idx" on "verification" ("identifier")`,
    ])
  },
}
