import type { DatabaseKind } from '#kit/db/db.ts'
import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * Each line has how many of its pieces went back to stock after money went back, so that a part of them can. Sales leave out
 * these pieces, and what a lost dispute took. Triggers keep all of it, so that a process of the last release counts too.
 */
export const restocks: Migration = {
  name: '0039-restocks',
  async up(trx, kind) {
    const { bigint, clustered } = typesOf(kind)
    await runStatements(trx, [
      `alter table order_lines add column restocked integer not null default 0
        check (restocked between 0 and quantity)`,
      // What the dispute is about; null when it is not known: then it is all of the money.
      `alter table orders add column disputed_cents ${bigint}`,
      `create table restock_keys (
        actor_id text not null, idempotency_key text not null, idempotency_hash text not null,
        order_id text not null references orders (id),
        primary key (actor_id, idempotency_key)) ${clustered}`,
      ...NEW_KINDS[kind],
      ...FORMER_TRIGGERS[kind],
      // Their sales have neither these pieces nor the loss: the first has to come before the triggers, the second by them.
      `update order_lines set restocked = ${unshipped}
        where order_id in (select id from orders where restocked_at is not null)`,
      `update orders set disputed_cents = 0 where dispute = 'lost'`,
      ...TRIGGERS[kind],
      `update orders set disputed_cents = null where dispute = 'lost'`,
    ])
  },
}

const KINDS = `('placed', 'held', 'changed', 'link_created', 'paid', 'shipped', 'reverted', 'cancelled', 'lapsed',
  'refunded', 'restocked', 'disputed')`

/** SQLite cannot change a check, so its table is written anew. */
const NEW_KINDS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  postgres: [
    'alter table order_events drop constraint order_events_kind_check',
    `alter table order_events add constraint order_events_kind_check check (kind in ${KINDS})`,
  ],
  sqlite: [
    `create table new_order_events (
      id text not null, order_id text not null references orders (id),
      kind text not null check (kind in ${KINDS}),
      actor text not null, detail text, at integer not null,
      primary key (order_id, at, id)) strict, without rowid`,
    `insert into new_order_events (id, order_id, kind, actor, detail, at)
      select id, order_id, kind, actor, detail, at from order_events order by order_id, at, id`,
    'drop table order_events',
    'alter table new_order_events rename to order_events',
  ],
}

const FORMER_TRIGGERS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    'drop trigger orders_sold',
    'drop trigger shipments_taken_back',
    'drop trigger shipment_lines_restored',
  ],
  // Dropping and creating them locks the tables until the migration ends: nothing is missed or counted twice.
  postgres: [
    'drop trigger orders_sold on orders',
    'drop function orders_sold()',
    'drop trigger shipments_taken_back on shipments',
    'drop function shipments_taken_back()',
    'drop trigger shipment_lines_restored on shipment_lines',
    'drop function shipment_lines_restored()',
  ],
}

/** The pieces of a line that no shipment has. */
const unshipped = `(order_lines.quantity - coalesce((
  select sum(shipment_lines.quantity) from shipments join shipment_lines on shipment_lines.shipment_id = shipments.id
  where shipments.order_id = order_lines.order_id and shipment_lines.position = order_lines.position), 0))`

/** What of an order's money went back, in cents: refunds, and what a lost dispute took, together at most its total. */
const gone = (row: 'old' | 'new'): string =>
  `(case
    when ${row}.dispute is null or ${row}.dispute <> 'lost' then ${row}.refunded_cents
    when coalesce(${row}.disputed_cents, ${row}.total_cents) >= ${row}.total_cents - ${row}.refunded_cents
      then ${row}.total_cents
    else ${row}.refunded_cents + ${row}.disputed_cents end)`

/** The lines of an order with their totals in cents, the sum up to each line, and that of the order. */
const LINES = `(
  select product_id, quantity, cents,
    sum(cents) over (order by position) as until, sum(cents) over () as total
  from (select position, product_id, quantity, (unit_price_e4 * quantity + 50) / 100 as cents
    from order_lines where order_id = new.id) as priced) as lines`

const share = (cents: string, sum: string): string =>
  `floor(cast(${cents} as double precision) * cast(${sum} as double precision) / cast(total as double precision) + 0.5)`

/** A line's part of what went back, in cents. The parts of all lines of an order add up to it. */
const goneOfLine = (row: 'old' | 'new'): string =>
  `cast(${share(gone(row), 'until')} - ${share(gone(row), 'until - cents')} as bigint)`

const dayOf = (paidAt: string): string => `(${paidAt} / 86400000)`

const ifPaidNow = (value: string, otherwise: string): string =>
  `case when old.paid_at is null then ${value} else ${otherwise} end`

/** What a payment, a refund or a dispute changes of the sales of the products, on the day of the payment. */
const CHANGE_BY_MONEY = `(
  select product_id, ${dayOf('new.paid_at')} as day,
    sum(${ifPaidNow('quantity', '0')}) as quantity,
    sum(${ifPaidNow('cents', goneOfLine('old'))} - ${goneOfLine('new')}) as cents
  from ${LINES} group by product_id) as changed`

/** What pieces that went back to stock change. PostgreSQL has one trigger for all lines, to lock products by their ids. */
const CHANGE_BY_PIECES: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `(
    select new.product_id as product_id, ${dayOf('orders.paid_at')} as day,
      old.restocked - new.restocked as quantity, 0 as cents
    from orders where orders.id = new.order_id) as changed`,
  postgres: `(
    select lines.product_id, ${dayOf('orders.paid_at')} as day,
      sum(former.restocked - lines.restocked) as quantity, 0 as cents
    from lines join former on former.order_id = lines.order_id and former.position = lines.position
      join orders on orders.id = lines.order_id
    where lines.restocked <> former.restocked
    group by lines.product_id, ${dayOf('orders.paid_at')}) as changed`,
}

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
const CHANGES = `${changeProducts(CHANGE_BY_MONEY)}
  insert into sales_days (day, orders, revenue_cents)
    values (${dayOf('new.paid_at')}, ${ifPaidNow('1', '0')},
      ${ifPaidNow('new.total_cents', gone('old'))} - ${gone('new')})
    on conflict (day) do update set orders = sales_days.orders + excluded.orders,
      revenue_cents = sales_days.revenue_cents + excluded.revenue_cents;`

const MONEY = 'paid_at, refunded_cents, dispute, disputed_cents'
const MONEY_CHANGED = `new.paid_at is not null and (old.paid_at is null or ${gone('old')} <> ${gone('new')})`

const STOPPED = 'old.restocked_at is null and new.restocked_at is not null'

/** Of an order whose `restocked_at` is set all pieces that are not shipped are back in stock. */
const RESTOCK_ALL = `update order_lines set restocked = ${unshipped}
  where order_id = new.id and restocked <> ${unshipped};`

/** So are the pieces of its shipments that are taken back. */
const RESTOCK_TAKEN_BACK = `update order_lines set restocked = restocked + (
    select quantity from shipment_lines
    where shipment_id = old.id and shipment_lines.position = order_lines.position)
  where order_id in (select id from orders where id = old.order_id and restocked_at is not null)
    and position in (select position from shipment_lines where shipment_id = old.id);`

/** The pieces of a shipment of such an order that is restored come out of the stock again. */
const TAKE_AGAIN = `update order_lines set restocked = restocked - new.quantity
  where position = new.position and order_id in (
    select orders.id from shipments join orders on orders.id = shipments.order_id
    where shipments.id = new.shipment_id and restocked_at is not null);`

const TRIGGERS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger orders_sold after update of ${MONEY} on orders when ${MONEY_CHANGED} begin
      ${CHANGES}
    end`,
    `create trigger lines_restocked after update of restocked on order_lines when new.restocked <> old.restocked begin
      ${changeProducts(CHANGE_BY_PIECES.sqlite)}
    end`,
    `create trigger orders_restocked after update of restocked_at on orders when ${STOPPED} begin
      ${RESTOCK_ALL}
    end`,
    `create trigger shipments_taken_back before delete on shipments begin
      ${RESTOCK_TAKEN_BACK}
    end`,
    `create trigger shipment_lines_restored after insert on shipment_lines begin
      ${TAKE_AGAIN}
    end`,
  ],
  postgres: [
    ...triggerOf(
      'orders_sold',
      CHANGES,
      `after update of ${MONEY} on orders for each row when (${MONEY_CHANGED})`,
    ),
    ...triggerOf(
      'lines_restocked',
      changeProducts(CHANGE_BY_PIECES.postgres),
      'after update on order_lines referencing old table as former new table as lines for each statement',
    ),
    ...triggerOf(
      'orders_restocked',
      RESTOCK_ALL,
      `after update of restocked_at on orders for each row when (${STOPPED})`,
    ),
    // Several shipments may be taken back at once, with products in any sequence: their transaction waits for all others that
    // change sales, and these for it.
    ...triggerOf(
      'shipments_taken_back',
      `if exists (select from orders where id = old.order_id and restocked_at is not null) then
        lock table sold_products in share row exclusive mode;
        ${RESTOCK_TAKEN_BACK}
      end if;`,
      'before delete on shipments for each row',
      'old',
    ),
    ...triggerOf(
      'shipment_lines_restored',
      `if exists (
        select from shipments join orders on orders.id = shipments.order_id
        where shipments.id = new.shipment_id and restocked_at is not null) then
        lock table sold_products in share row exclusive mode;
        ${TAKE_AGAIN}
      end if;`,
      'after insert on shipment_lines for each row',
    ),
  ],
}

/** A trigger of PostgreSQL with its function. */
function triggerOf(name: string, body: string, event: string, returns: 'null' | 'old' = 'null'): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
      ${body}
      return ${returns};
    end $$`,
    `create trigger ${name} ${event} execute function ${name}()`,
  ]
}
