import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** The tables of the sandboxes: mail, sign-in and payments. */
export const sandboxes: Migration = {
  name: '0007-sandboxes',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table sandbox_mails (
        id text not null primary key, recipient text not null, subject text not null, text text not null,
        html text not null, received_at ${bigint} not null) ${strict}`,
      `create table sandbox_google (
        kind text not null, id text not null, body text not null, grant_id text,
        expires_at ${bigint} not null, consumed_at ${bigint}, primary key (kind, id)) ${strict}`,
      'create index sandbox_google_over on sandbox_google (expires_at)',
      'create index sandbox_google_of_grant on sandbox_google (grant_id) where grant_id is not null',
      `create table sandbox_stripe (
        kind text not null, id text not null, body text not null, created_at ${bigint} not null,
        due_at ${bigint}, primary key (kind, id)) ${strict}`,
      'create index sandbox_stripe_due on sandbox_stripe (due_at) where due_at is not null',
    ])
  },
}
