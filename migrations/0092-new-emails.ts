import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Changes of e-mail addresses: asked for, and made, as long as they can be taken back. */
export const newEmails: Migration = {
  name: '0092-new-emails',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table new_emails (
        id text not null primary key,
        user_id text not null references "user" (id) on delete cascade,
        old_email text not null,
        old_verified integer not null,
        new_email text not null,
        token_hash text not null unique,
        expires_at ${bigint} not null,
        confirmed_at ${bigint}
      ) ${strict}`,
      'create index new_emails_of_user on new_emails (user_id)',
      'create index new_emails_reserved on new_emails (old_email)',
    ])
  },
}
