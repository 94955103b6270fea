import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** What the sign-in sandbox remembers of a sign-in while it goes on. */
export const google: Migration = {
  name: '0003-google',
  async up(trx, kind) {
    const big = kind === 'sqlite' ? 'integer' : 'bigint'
    const strict = kind === 'sqlite' ? 'strict' : ''
    await runStatements(trx, [
      `create table sandbox_google (
        kind text not null, id text not null, body text not null, grant_id text,
        expires_at ${big} not null, consumed_at ${big}, primary key (kind, id)) ${strict}`,
      'create index sandbox_google_over on sandbox_google (expires_at)',
      'create index sandbox_google_of_grant on sandbox_google (grant_id) where grant_id is not null',
    ])
  },
}
