import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Orders of companies: whose they are, with the name that the company had then, whether somebody has to approve them and why, and how
 * often their lines were changed. Their events stand apart: the kinds of `order_events` are checked, and SQLite would write that
 * table anew.
 */
export const companyOrders: Migration = {
  name: '0111-company-orders',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      'alter table orders add column company_id text',
      'alter table orders add column company_name text',
      'alter table orders add column approval text',
      'alter table orders add column approval_reason text',
      'alter table orders add column revision integer not null default 1',
      'create index orders_of_company on orders (company_id, created_at desc, id desc) where company_id is not null',
      'create index orders_of_member on orders (user_id, company_id, created_at) where company_id is not null',
      `create table order_approvals (
        id text not null primary key, order_id text not null references orders (id) on delete cascade,
        kind text not null check (kind in ('approval_asked', 'approved', 'declined')),
        actor text not null, actor_name text not null, note text, at ${bigint} not null) ${strict}`,
      'create index order_approvals_of on order_approvals (order_id, at)',
    ])
  },
}
