import type { Kysely } from 'kysely'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** A table, an index or a trigger as SQLite keeps it. */
interface Stored {
  readonly type: string
  readonly tbl_name: string
  readonly sql: string | null
}

/** What orders had at least of a part. */
const FORMER_MINIMUM = 'check (quantity >= 100)'

/**
 * What customers ask the shop to offer, each version of the answer, and what both sides wrote. `offers` of `row_counts` is the last
 * number. An order can have fewer than 100 pieces of a part, because those of an offer are from one on.
 */
export const offers: Migration = {
  name: '0115-offers',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table offers (
        id text not null primary key, number integer not null unique check (number > 0),
        user_id text not null, name text not null, email text not null,
        company_id text references companies (id), company_name text,
        state text not null check (state in ('asked', 'offered', 'accepted', 'declined', 'withdrawn')),
        revision integer not null default 1, lines text not null, note text, deliver_to text, valid_until text,
        to_answer integer not null default 0 check (to_answer in (0, 1)),
        order_id text references orders (id) on delete set null, accepted_by text, answer text,
        idempotency_key text, idempotency_hash text,
        created_at ${bigint} not null, changed_at ${bigint} not null) ${strict}`,
      'create index offers_of on offers (user_id, id)',
      'create index offers_of_company on offers (company_id, id) where company_id is not null',
      'create index offers_in on offers (state, id)',
      `create index offers_waiting on offers (id) where state = 'asked' or to_answer = 1`,
      'create unique index offers_order on offers (order_id) where order_id is not null',
      `create unique index offers_key on offers (user_id, idempotency_key) where idempotency_key is not null`,
      `create table offer_versions (
        offer_id text not null references offers (id) on delete cascade, revision integer not null,
        version integer not null check (version > 0), lines text not null, delivery text, tax text not null,
        lines_cents ${bigint} not null, payable_cents ${bigint} not null, currency text not null,
        valid_until text not null, note text, issued_at ${bigint} not null, paper text not null,
        primary key (offer_id, revision)) ${strict}`,
      `create table offer_messages (
        id text not null primary key, offer_id text not null references offers (id) on delete cascade,
        user_id text, author text not null, text text not null, at ${bigint} not null,
        idempotency_key text, idempotency_hash text) ${strict}`,
      'create index offer_messages_of on offer_messages (offer_id, id)',
      `insert into row_counts (name, counted) values ('offers', 0)`,
    ])
    if (kind === 'postgres')
      return runStatements(trx, [
        'alter table order_lines drop constraint order_lines_quantity_check',
        'alter table order_lines add constraint order_lines_quantity_check check (quantity >= 1)',
      ])
    // SQLite drops no check without a name, so that the table is written anew, with its indexes and triggers.
    const schema = trx as unknown as Kysely<{ sqlite_schema: Stored }>
    const rows = await schema
      .selectFrom('sqlite_schema')
      .select(['type', 'sql'])
      .where('tbl_name', '=', 'order_lines')
      .where('sql', 'is not', null)
      .execute()
    const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
    if (!table.includes(FORMER_MINIMUM)) throw new Error('the lines of orders have another check')
    const columns = table.slice(table.indexOf('(')).replace(FORMER_MINIMUM, 'check (quantity >= 1)')
    await runStatements(trx, [
      // Else the triggers of other tables that name this one would keep it from being renamed.
      'pragma legacy_alter_table = on',
      `create table new_order_lines ${columns}`,
      'insert into new_order_lines select * from order_lines order by order_id, position',
      'drop table order_lines',
      'alter table new_order_lines rename to order_lines',
      ...rows.flatMap((row) => (row.type === 'table' ? [] : (row.sql ?? []))),
      'pragma legacy_alter_table = off',
    ])
  },
}
