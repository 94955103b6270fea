import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'
import { catalogStatements } from './0035-baseline-catalog.ts'
import { orderStatements } from './0035-baseline-orders.ts'

/**
 * What the steps 0001 to 0035 made, as one: docs/decisions/0066-baseline.md. The triggers of sales are empty, because 0039
 * puts others in their place before the first row.
 */
export const baseline: Migration = {
  name: '0035-baseline',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    const date = kind === 'sqlite' ? 'date' : 'timestamptz'
    const boolean = kind === 'sqlite' ? 'integer' : 'boolean'
    await runStatements(trx, [
      'create table secrets (name text not null primary key, value text not null)',
      `create table rate_limits (
        key text not null primary key, hits integer not null check (hits >= 0), resets_at bigint not null)`,
      `create table public_version (shard integer not null primary key, version ${bigint} not null)`,
      `insert into public_version values ${SHARDS.map((shard) => `(${shard}, 0)`).join(', ')}`,
      `create table row_counts (name text not null primary key, counted ${bigint} not null) ${strict}`,
      `insert into row_counts values ('products', 0),
        ${SHARDS.map((shard) => `('orders ${shard}', 0)`).join(', ')}, ('invoices', 0)`,
      `create table outbox (
        id text not null primary key, kind text not null, about text, payload text not null,
        not_before ${bigint} not null, attempts integer not null, next_attempt_at ${bigint}, sent_at ${bigint},
        last_error text, claimed_at ${bigint}) ${clustered}`,
      'create index outbox_due on outbox (kind, next_attempt_at) where next_attempt_at is not null',
      // The tables of the sign-in library, with the columns that it requires; a test compares them.
      `create table "user" (
        "id" text not null primary key, "name" text not null, "email" text not null unique,
        "emailVerified" ${boolean} not null, "image" text, "createdAt" ${date} not null, "updatedAt" ${date} not null,
        "role" text, "banned" ${boolean}, "banReason" text, "banExpires" ${date},
        "designation" text, "phone" text, "address" text, "credentialGeneration" integer not null default 0)`,
      `create unique index user_email_any_case on "user" (lower("email"))`,
      `create index admins on "user" ("id") where "role" = 'admin'`,
      `create table "session" (
        "id" text not null primary key, "expiresAt" ${date} not null, "token" text not null unique,
        "createdAt" ${date} not null, "updatedAt" ${date} not null, "ipAddress" text, "userAgent" text,
        "userId" text not null references "user" ("id") on delete cascade, "impersonatedBy" text,
        "credentialGeneration" integer not null default 0)`,
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
      ...catalogStatements(kind),
      ...orderStatements(kind),
    ])
  },
}

// About as many rows as there are concurrent writers, so that they rarely wait for the same row.
const SHARDS = Array.from({ length: 8 }, (_, shard) => shard)
