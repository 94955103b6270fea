import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Sales by day in UTC, and of each product: all until the end of each of its days, and all until now. What was sold of it in
 * any days is a difference of two rows, whatever the number of days and orders. All without refunds and without pieces that
 * went back to stock. Triggers keep them, so that a process of the last release counts too.
 */
export const overview: Migration = {
  name: '0025-overview',
  async up(trx, kind) {
    const { bigint, strict, clustered } = typesOf(kind)
    await runStatements(trx, [
      `create table sales_days (
        day integer not null primary key, orders integer not null, revenue_cents ${bigint} not null) ${strict}`,
      `create table product_sales (
        product_id text not null, day integer not null, total_quantity ${bigint} not null, total_cents ${bigint} not null,
        primary key (product_id, day)) ${clustered}`,
      `create table sold_products (
        product_id text not null primary key, quantity ${bigint} not null, revenue_cents ${bigint} not null,
        last_day integer not null) ${clustered}`,
      `create index orders_disputed on orders (created_at, id) where dispute = 'open'`,
      // On PostgreSQL creating the trigger locks the orders until the migration ends: no payment is missed or counted twice.
      ...TRIGGERS[kind],
      ...salesOfPaidOrders,
    ])
  },
}

/** The lines of an order, or of all, with their totals in cents, the sum up to each line, and that of the order. */
const lines = (condition: string): string => `(
  select order_id, position, product_id, quantity, cents,
    sum(cents) over (partition by order_id order by position) as until,
    sum(cents) over (partition by order_id) as total
  from (select order_id, position, product_id, quantity, (unit_price_e4 * quantity + 50) / 100 as cents
    from order_lines where ${condition}) as priced) as lines`

const share = (refunded: string, sum: string): string =>
  `floor(cast(${refunded} as double precision) * cast(${sum} as double precision) / cast(total as double precision) + 0.5)`

/** A line's part of what was refunded, in cents. The parts of all lines of an order add up to it. */
const refundOfLine = (refunded: string): string =>
  `cast(${share(refunded, 'until')} - ${share(refunded, 'until - cents')} as bigint)`

const dayOf = (paidAt: string): string => `(${paidAt} / 86400000)`

/** The pieces of a line that were not shipped. */
const unshipped = `(quantity - coalesce((
  select sum(shipment_lines.quantity) from shipments join shipment_lines on shipment_lines.shipment_id = shipments.id
  where shipments.order_id = lines.order_id and shipment_lines.position = lines.position), 0))`

/** Fills the tables from the orders. */
const salesOfPaidOrders: readonly string[] = [
  `insert into sales_days (day, orders, revenue_cents)
    select ${dayOf('paid_at')}, count(*), sum(total_cents - refunded_cents)
    from orders where paid_at is not null group by 1`,
  `insert into product_sales (product_id, day, total_quantity, total_cents)
    select product_id, day, sum(quantity) over until_day, sum(cents) over until_day
    from (
      select product_id, ${dayOf('paid_at')} as day,
        sum(quantity - case when restocked_at is null then 0 else ${unshipped} end) as quantity,
        sum(cents - ${refundOfLine('refunded_cents')}) as cents
      from orders join ${lines('true')} on lines.order_id = orders.id
      where paid_at is not null group by 1, 2) as by_day
    window until_day as (partition by product_id order by day)`,
  `insert into sold_products (product_id, quantity, revenue_cents, last_day)
    select product_sales.product_id, total_quantity, total_cents, day
    from product_sales join (
      select product_id, max(day) as last_day from product_sales group by product_id) as latest
    on latest.product_id = product_sales.product_id and last_day = day`,
]

const CHANGED = `new.paid_at is not null and (old.paid_at is null or old.refunded_cents <> new.refunded_cents
  or (old.restocked_at is null and new.restocked_at is not null))`

const ifPaidNow = (value: string, otherwise: string): string =>
  `case when old.paid_at is null then ${value} else ${otherwise} end`

const ifRestockedNow = (value: string): string =>
  `case when old.restocked_at is null and new.restocked_at is not null then ${value} else 0 end`

/** What the change of an order changes of the sales of its products, on the day of its payment. */
const CHANGE_BY_ORDER = `(
  select product_id, ${dayOf('new.paid_at')} as day,
    sum(${ifPaidNow('quantity', '0')} - ${ifRestockedNow(unshipped)}) as quantity,
    sum(${ifPaidNow('cents', refundOfLine('old.refunded_cents'))} - ${refundOfLine('new.refunded_cents')}) as cents
  from ${lines('order_id = new.id')} group by product_id) as changed`

/** The pieces of a shipment of a restocked order go back to stock when it is taken back. */
const CHANGE_BY_SHIPMENT = `(
  select order_lines.product_id, ${dayOf('orders.paid_at')} as day, -sum(shipment_lines.quantity) as quantity, 0 as cents
  from orders join order_lines on order_lines.order_id = orders.id
    join shipment_lines on shipment_lines.shipment_id = old.id and shipment_lines.position = order_lines.position
  where orders.id = old.order_id and orders.restocked_at is not null
  group by order_lines.product_id, ${dayOf('orders.paid_at')}) as changed`

const totalBefore = (column: string): string => `coalesce((
  select earlier.${column} from product_sales as earlier
  where earlier.product_id = changed.product_id and earlier.day < changed.day
  order by earlier.day desc limit 1), 0)`

/** In the sequence of their ids, which locks what else is stored of them: transactions wait for each other, not for ever. */
const changeProducts = (change: string): string => `
  insert into sold_products (product_id, quantity, revenue_cents, last_day)
    select product_id, quantity, cents, day
    from ${change} where true order by product_id
    on conflict (product_id) do update set
      quantity = sold_products.quantity + excluded.quantity,
      revenue_cents = sold_products.revenue_cents + excluded.revenue_cents,
      last_day = case when excluded.last_day > sold_products.last_day then excluded.last_day
        else sold_products.last_day end;
  insert into product_sales (product_id, day, total_quantity, total_cents)
    select product_id, day, ${totalBefore('total_quantity')}, ${totalBefore('total_cents')}
    from ${change} where true
    on conflict (product_id, day) do nothing;
  update product_sales set total_quantity = total_quantity + changed.quantity, total_cents = total_cents + changed.cents
    from ${change}
    where product_sales.product_id = changed.product_id and product_sales.day >= changed.day;`

/** The day last. A payment waits no longer for that than for its invoice, whose number is locked as long. */
const CHANGES = `${changeProducts(CHANGE_BY_ORDER)}
  insert into sales_days (day, orders, revenue_cents)
    values (${dayOf('new.paid_at')}, ${ifPaidNow('1', '0')},
      ${ifPaidNow('new.total_cents', 'old.refunded_cents')} - new.refunded_cents)
    on conflict (day) do update set orders = sales_days.orders + excluded.orders,
      revenue_cents = sales_days.revenue_cents + excluded.revenue_cents;`

const COLUMNS = 'paid_at, refunded_cents, restocked_at'

const TRIGGERS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger orders_sold after update of ${COLUMNS} on orders when ${CHANGED} begin
      ${CHANGES}
    end`,
    `create trigger shipments_taken_back before delete on shipments begin
      ${changeProducts(CHANGE_BY_SHIPMENT)}
    end`,
  ],
  postgres: [
    `create function orders_sold() returns trigger language plpgsql as $$ begin
      ${CHANGES}
      return null;
    end $$`,
    `create trigger orders_sold after update of ${COLUMNS} on orders for each row
      when (${CHANGED}) execute function orders_sold()`,
    `create function shipments_taken_back() returns trigger language plpgsql as $$ begin
      ${changeProducts(CHANGE_BY_SHIPMENT)}
      return old;
    end $$`,
    `create trigger shipments_taken_back before delete on shipments for each row
      execute function shipments_taken_back()`,
  ],
}
