import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'
import { sumsOfOrders, sumTriggers } from './0104-customer-sums.ts'

/**
 * Customers as a list: what the orders of each come to, kept by triggers, so that a list can be sorted by it. And what staff know
 * of a customer: contact data, an address, tags.
 */
export const customers: Migration = {
  name: '0104-customers',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table customer_sums (
        user_id text not null primary key references "user" ("id") on delete cascade,
        orders integer not null default 0, paid_cents ${bigint} not null default 0,
        last_at ${bigint} not null default 0) ${clustered}`,
      sumsOfOrders,
      'create index customer_sums_by_last on customer_sums (last_at desc, user_id desc)',
      'create index customer_sums_by_orders on customer_sums (orders desc, user_id desc)',
      'create index customer_sums_by_paid on customer_sums (paid_cents desc, user_id desc)',
      'create index user_by_name on "user" (lower("name"), "id")',
      ...sumTriggers[kind],
      `create table customer_cards (
        user_id text not null primary key references "user" ("id") on delete cascade,
        company text, phone text, vat_id text, address text,
        is_entered integer not null check (is_entered in (0, 1)), revision integer not null) ${clustered}`,
      `create table customer_tags (
        user_id text not null references "user" ("id") on delete cascade, tag text not null,
        primary key (user_id, tag)) ${clustered}`,
      'create index customer_tags_by_tag on customer_tags (tag, user_id)',
    ])
  },
}
