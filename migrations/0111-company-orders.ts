import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Orders of companies: whose they are, with the name that the company had then, whether somebody has to approve them and why, and how
 * often their lines were changed. Their events stand apart: the kinds of `order_events` are checked, and SQLite would write that
 * table anew. Triggers refuse that an order which waits is paid, or begun to be: a process of the release before does not know of it.
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
      ...GUARDS[kind],
    ])
  },
}

const REFUSAL = 'the order waits for an approval'

const PAID = `new.paid_at is not null and old.paid_at is null and new.approval = 'waiting'`

const WAITS = `exists (select 1 from orders where id = new.order_id and approval = 'waiting')`

const GUARDS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger waiting_order_unpaid before update of paid_at on orders when ${PAID} begin
      select raise(abort, '${REFUSAL}'); end`,
    `create trigger waiting_order_unasked before insert on payments when new.state = 'open' and ${WAITS} begin
      select raise(abort, '${REFUSAL}'); end`,
  ],
  postgres: [
    `create function refuse_waiting_order() returns trigger language plpgsql as $$ begin
      raise exception '${REFUSAL}'; end $$`,
    `create trigger waiting_order_unpaid before update of paid_at on orders for each row when (${PAID})
      execute function refuse_waiting_order()`,
    // The condition of a trigger cannot have a query.
    `create function refuse_asked_payment() returns trigger language plpgsql as $$ begin
      if ${WAITS} then raise exception '${REFUSAL}'; end if;
      return new;
    end $$`,
    `create trigger waiting_order_unasked before insert on payments for each row when (new.state = 'open')
      execute function refuse_asked_payment()`,
  ],
}
