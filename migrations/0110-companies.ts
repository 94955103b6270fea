import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Companies, the accounts that are their members, and who is invited. */
export const companies: Migration = {
  name: '0110-companies',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    const roles = "role in ('buyer', 'approver', 'manager')"
    await runStatements(trx, [
      `create table companies (
        id text not null primary key, name text not null, bill_to text not null, vat_id text,
        revision integer not null default 1, blocked integer not null default 0 check (blocked in (0, 1)),
        note text, search_text text not null, created_at ${bigint} not null) ${strict}`,
      `create table company_members (
        user_id text not null primary key references "user" ("id") on delete cascade,
        company_id text not null references companies (id), role text not null check (${roles}),
        order_limit_cents ${bigint}, month_limit_cents ${bigint}, joined_at ${bigint} not null) ${strict}`,
      'create index company_members_of on company_members (company_id, joined_at)',
      `create table company_invitations (
        id text not null primary key, company_id text not null references companies (id),
        email text not null, role text not null check (${roles}),
        order_limit_cents ${bigint}, month_limit_cents ${bigint},
        token_hash text not null, expires_at ${bigint} not null) ${strict}`,
      'create unique index company_invitations_token on company_invitations (token_hash)',
      'create unique index company_invitations_of on company_invitations (company_id, email)',
    ])
  },
}
