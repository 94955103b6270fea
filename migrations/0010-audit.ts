import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** What admins changed. Rows are inserted only: the database refuses to change or delete one. */
export const audit: Migration = {
  name: '0010-audit',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    const id = kind === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'
    await runStatements(trx, [
      `create table audit_entries (
        id ${id}, at ${bigint} not null, actor_id text not null, actor_email text not null,
        kind text not null, subject text not null, changes text not null, reason text) ${strict}`,
      'create index audit_of_subject on audit_entries (subject, id)',
      'create index audit_of_kind on audit_entries (kind, id)',
      'create index audit_of_actor on audit_entries (actor_email, id)',
      ...APPEND_ONLY[kind],
    ])
  },
}

const REFUSAL = 'an audit entry cannot be changed'

const APPEND_ONLY = {
  sqlite: ['update', 'delete'].map(
    (action) => `create trigger audit_${action} before ${action} on audit_entries begin
      select raise(abort, '${REFUSAL}'); end`,
  ),
  postgres: [
    `create function refuse_audit_change() returns trigger language plpgsql as $$ begin
      raise exception '${REFUSAL}'; end $$`,
    `create trigger audit_append_only before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change()`,
  ],
}
