import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'
import { formerTriggers, goneOf, goneOfLine, salesTriggers } from './0067-sales.ts'

/**
 * Days of the shop's time zone. An invoice and a credit note keep the day that they bear, an order the day of its payment and that
 * of the last money that went back: all in the time zone of then. `order_money` has what was paid and what went back of an order
 * on each day. Sales take what goes back off that day, and off the lines that it is for.
 */
export const shopDays: Migration = {
  name: '0067-shop-days',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      'alter table invoices add column issued_on text',
      'alter table credit_notes add column issued_on text',
      ...ISSUED[kind],
      'alter table orders add column paid_day integer',
      'alter table orders add column money_day integer',
      `alter table order_lines add column gone_cents ${bigint} not null default 0`,
      `alter table sales_days add column gone_cents ${bigint} not null default 0`,
      `create table order_money (
        order_id text not null references orders (id), day integer not null,
        paid_cents ${bigint} not null, gone_cents ${bigint} not null,
        primary key (order_id, day)) ${clustered}`,
      ...formerTriggers[kind],
      ...moneyOfOrders(kind),
      'create index order_money_by_day on order_money (day, order_id)',
      'create index orders_with_refund on orders (created_at, id) where refunded_cents > 0',
      ...salesTriggers[kind],
    ])
  },
}

/** Fills the tables from the orders, after they were emptied. */
export const moneyOfOrders = (kind: DatabaseKind): readonly string[] => [
  ...MONEY,
  `update order_lines set gone_cents = ${goneOfLine(kind, GONE_ORDER)}
    where order_id in (select order_id from order_money where gone_cents <> 0)`,
  ...SALES,
]

/** Documents were issued on days in UTC, which they bear for ever. */
const ISSUED: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['invoices', 'credit_notes'].map(
    (table) => `update ${table} set issued_on = coalesce(json_extract(document, '$.issuedOn'),
      date(issued_at / 1000, 'unixepoch'))`,
  ),
  postgres: ['invoices', 'credit_notes'].map(
    (table) => `update ${table} set issued_on = coalesce(document::json ->> 'issuedOn',
      to_char(to_timestamp(issued_at / 1000) at time zone 'UTC', 'YYYY-MM-DD'))`,
  ),
}

const dayOf = (at: string): string => `(${at} / 86400000)`

/** The order of the line, in a statement that changes all lines. */
const GONE_ORDER = {
  id: 'order_lines.order_id',
  total: '(select total_cents from orders where orders.id = order_lines.order_id)',
  gone: `(select ${goneOf('orders')} from orders where orders.id = order_lines.order_id)`,
}

/**
 * What went back has a credit note of its day. The rest has none: refunds from before there were any, and lost disputes. It went
 * back when that was recorded last.
 */
const MONEY: readonly string[] = [
  `update orders set paid_day = ${dayOf('paid_at')} where paid_at is not null`,
  `insert into order_money (order_id, day, paid_cents, gone_cents)
    select order_id, day, sum(paid), sum(gone) from (
      select id as order_id, paid_day as day, total_cents as paid, 0 as gone from orders where paid_at is not null
      union all
      select order_id, ${dayOf('issued_at')}, 0, amount_cents from credit_notes
      union all
      select invoices.order_id, ${dayOf('invoices.issued_at')}, 0, -amount_cents
      from invoices join credit_notes on credit_notes.number = invoices.credit_note
      union all
      select id, coalesce((
          select max(${dayOf('order_events.at')}) from order_events
          where order_events.order_id = orders.id and order_events.kind in ('refunded', 'disputed')), paid_day),
        0, ${goneOf('orders')} - coalesce((
          select sum(amount_cents) from credit_notes
          where credit_notes.order_id = orders.id and not exists (
            select 1 from invoices where invoices.credit_note = credit_notes.number)), 0)
      from orders where paid_at is not null) as moved
    group by order_id, day having sum(paid) <> 0 or sum(gone) <> 0`,
  `update orders set money_day = (
      select max(day) from order_money where order_money.order_id = orders.id and gone_cents <> 0)
    where id in (select order_id from order_money where gone_cents <> 0)`,
]

/** What went back of a line, on the days on which money of its order did: in parts that add up to it. */
const GONE_BY_DAY = `
  select product_id, day, 0 as quantity, -cast(
      floor(cast(line_cents as double precision) * cast(until as double precision) / cast(total as double precision) + 0.5)
      - floor(cast(line_cents as double precision) * cast(until - own as double precision)
        / cast(total as double precision) + 0.5) as bigint) as cents
  from (
    select product_id, order_lines.gone_cents as line_cents, day, order_money.gone_cents as own,
      sum(order_money.gone_cents) over (partition by order_lines.order_id, position order by day) as until,
      sum(order_money.gone_cents) over (partition by order_lines.order_id, position) as total
    from order_lines join order_money on order_money.order_id = order_lines.order_id
    where order_lines.gone_cents <> 0 and order_money.gone_cents <> 0) as shares
  where total <> 0`

/** All sums anew. */
const SALES: readonly string[] = [
  'delete from sales_days',
  'delete from product_sales',
  'delete from sold_products',
  `insert into sales_days (day, orders, revenue_cents, gone_cents)
    select day, sum(case when paid_cents <> 0 then 1 else 0 end), sum(paid_cents - gone_cents), sum(gone_cents)
    from order_money group by day`,
  `insert into product_sales (product_id, day, total_quantity, total_cents)
    select product_id, day, sum(quantity) over until_day, sum(cents) over until_day from (
      select product_id, day, sum(quantity) as quantity, sum(cents) as cents from (
        select product_id, paid_day as day, quantity - restocked as quantity,
          (unit_price_e4 * quantity + 50) / 100 as cents
        from orders join order_lines on order_lines.order_id = orders.id where paid_at is not null
        union all ${GONE_BY_DAY}) as changes
      group by product_id, day) as by_day
    window until_day as (partition by product_id order by day)`,
  `insert into sold_products (product_id, quantity, revenue_cents, last_day)
    select product_sales.product_id, total_quantity, total_cents, day
    from product_sales join (
      select product_id, max(day) as last_day from product_sales group by product_id) as latest
    on latest.product_id = product_sales.product_id and last_day = day`,
]
