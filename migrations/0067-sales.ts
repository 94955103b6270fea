import type { DatabaseKind } from '#kit/db/db.ts'

/** What of an order's money went back, in cents: refunds, and what a lost dispute took, together at most its total. */
export const goneOf = (row: 'old' | 'new' | 'orders'): string =>
  `(case
    when ${row}.dispute is null or ${row}.dispute <> 'lost' then ${row}.refunded_cents
    when coalesce(${row}.disputed_cents, ${row}.total_cents) >= ${row}.total_cents - ${row}.refunded_cents
      then ${row}.total_cents
    else ${row}.refunded_cents + ${row}.disputed_cents end)`

/** Refunds that the provider made. */
const isMade = `state in ('pending', 'succeeded')`

/** The order whose lines are changed. */
interface GoneOrder {
  readonly id: string
  readonly total: string
  readonly gone: string
}

/** The pieces that refunds by line named. */
const REFUNDED_PIECES: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `select order_id, json_extract(piece.value, '$.position') as position,
      json_extract(piece.value, '$.quantity') as pieces
    from order_refunds, json_each(order_refunds.lines) as piece
    where ${isMade} and order_refunds.lines is not null`,
  postgres: `select order_id, (piece ->> 'position')::integer as position, (piece ->> 'quantity')::integer as pieces
    from order_refunds, json_array_elements(order_refunds.lines::json) as piece
    where ${isMade} and order_refunds.lines is not null`,
}

/** The price of pieces, in cents, as that of the whole line is computed. */
const priceOf = (pieces: string): string => `((unit_price_e4 * ${pieces} + 50) / 100)`

const share = (cents: string, sum: string, total: string): string =>
  `floor(cast(${cents} as double precision) * cast(${sum} as double precision)
    / cast(${total} as double precision) + 0.5)`

/**
 * What went back of the price of a line: that of the pieces which refunds named, and of the other money its part of all that is
 * paid and was not named. So no line loses what went back for another one, for the delivery or for a tax that is added.
 */
export const goneOfLine = (kind: DatabaseKind, { id, total, gone }: GoneOrder): string =>
  `coalesce((
    select named + case when left_total <= 0 or other <= 0 then 0 else
        cast(${share('other', 'until', 'left_total')} - ${share('other', 'until - own', 'left_total')} as bigint) end
    from (
      select position, named, price - named as own, sum(price - named) over (order by position) as until,
        ${total} - by_parts as left_total, ${gone} - by_parts as other
      from (
        select lines.position, ${priceOf('quantity')} as price, ${priceOf('coalesce(pieces, 0)')} as named, (
            select coalesce(sum(amount_cents), 0) from order_refunds
            where order_refunds.order_id = ${id} and ${isMade}
              and (order_refunds.lines is not null or delivery_cents is not null)) as by_parts
        from order_lines as lines left join (
          select position, sum(pieces) as pieces from (${REFUNDED_PIECES[kind]} and order_id = ${id}) as named_pieces
          group by position) as of_lines on of_lines.position = lines.position
        where lines.order_id = ${id}) as priced) as gone_lines
    where gone_lines.position = order_lines.position), 0)`

export const formerTriggers: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['drop trigger orders_sold', 'drop trigger lines_restocked'],
  // Dropping and creating them locks the tables until the migration ends: nothing is missed or counted twice.
  postgres: [
    'drop trigger orders_sold on orders',
    'drop function orders_sold()',
    'drop trigger lines_restocked on order_lines',
    'drop function lines_restocked()',
  ],
}

/** A process of the last release writes no days: those in UTC then. */
const paidDay = (row: 'new' | 'orders'): string => `coalesce(${row}.paid_day, ${row}.paid_at / 86400000)`
const moneyDay = (row: 'new' | 'orders'): string => `coalesce(${row}.money_day, ${paidDay(row)})`

/** What a payment changes of the sales of the products. */
const CHANGE_BY_PAYMENT = `(
  select product_id, ${paidDay('new')} as day, sum(quantity) as quantity, sum(${priceOf('quantity')}) as cents
  from order_lines where order_id = new.id group by product_id) as changed`

/** What pieces that went back to stock change. PostgreSQL has one trigger for all lines, to lock products by their ids. */
const CHANGE_BY_PIECES: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `(
    select new.product_id as product_id, ${paidDay('orders')} as day,
      old.restocked - new.restocked as quantity, 0 as cents
    from orders where orders.id = new.order_id) as changed`,
  postgres: `(
    select lines.product_id, ${paidDay('orders')} as day,
      sum(former.restocked - lines.restocked) as quantity, 0 as cents
    from lines join former on former.order_id = lines.order_id and former.position = lines.position
      join orders on orders.id = lines.order_id
    where lines.restocked <> former.restocked
    group by lines.product_id, ${paidDay('orders')}) as changed`,
}

/** What the money changes that went back of lines. */
const CHANGE_BY_MONEY: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `(
    select new.product_id as product_id, ${moneyDay('orders')} as day, 0 as quantity,
      old.gone_cents - new.gone_cents as cents
    from orders where orders.id = new.order_id) as changed`,
  postgres: `(
    select lines.product_id, ${moneyDay('orders')} as day, 0 as quantity,
      sum(former.gone_cents - lines.gone_cents) as cents
    from lines join former on former.order_id = lines.order_id and former.position = lines.position
      join orders on orders.id = lines.order_id
    where lines.gone_cents <> former.gone_cents
    group by lines.product_id, ${moneyDay('orders')}) as changed`,
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
const changeDay = (
  day: string,
  { orders, paid, gone }: Record<'orders' | 'paid' | 'gone', string>,
): string => `
  insert into order_money (order_id, day, paid_cents, gone_cents)
    values (new.id, ${day}, ${paid}, ${gone})
    on conflict (order_id, day) do update set paid_cents = order_money.paid_cents + excluded.paid_cents,
      gone_cents = order_money.gone_cents + excluded.gone_cents;
  insert into sales_days (day, orders, revenue_cents, gone_cents)
    values (${day}, ${orders}, ${paid} - (${gone}), ${gone})
    on conflict (day) do update set orders = sales_days.orders + excluded.orders,
      revenue_cents = sales_days.revenue_cents + excluded.revenue_cents,
      gone_cents = sales_days.gone_cents + excluded.gone_cents;`

const PAID = `${changeProducts(CHANGE_BY_PAYMENT)}
  ${changeDay(paidDay('new'), { orders: '1', paid: 'new.total_cents', gone: '0' })}`

const NEW_ORDER = { id: 'new.id', total: 'new.total_cents', gone: goneOf('new') }

const moneyWentBack = (kind: DatabaseKind): string => `
  update order_lines set gone_cents = ${goneOfLine(kind, NEW_ORDER)}
    where order_id = new.id and gone_cents <> ${goneOfLine(kind, NEW_ORDER)};
  ${changeDay(moneyDay('new'), { orders: '0', paid: '0', gone: `${goneOf('new')} - ${goneOf('old')}` })}`

const MONEY = 'refunded_cents, dispute, disputed_cents'
const IS_PAID_NOW = 'old.paid_at is null and new.paid_at is not null'
const IS_GONE = `new.paid_at is not null and ${goneOf('old')} <> ${goneOf('new')}`

const OF_LINES =
  'after update on order_lines referencing old table as former new table as lines for each statement'

export const salesTriggers: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger orders_sold after update of paid_at on orders when ${IS_PAID_NOW} begin
      ${PAID}
    end`,
    `create trigger orders_money_back after update of ${MONEY} on orders when ${IS_GONE} begin
      ${moneyWentBack('sqlite')}
    end`,
    `create trigger lines_restocked after update of restocked on order_lines when new.restocked <> old.restocked begin
      ${changeProducts(CHANGE_BY_PIECES.sqlite)}
    end`,
    `create trigger lines_money_back after update of gone_cents on order_lines
      when new.gone_cents <> old.gone_cents begin
      ${changeProducts(CHANGE_BY_MONEY.sqlite)}
    end`,
  ],
  postgres: [
    ...triggerOf('orders_sold', PAID, `after update of paid_at on orders for each row when (${IS_PAID_NOW})`),
    ...triggerOf(
      'orders_money_back',
      moneyWentBack('postgres'),
      `after update of ${MONEY} on orders for each row when (${IS_GONE})`,
    ),
    ...triggerOf('lines_restocked', changeProducts(CHANGE_BY_PIECES.postgres), OF_LINES),
    ...triggerOf('lines_money_back', changeProducts(CHANGE_BY_MONEY.postgres), OF_LINES),
  ],
}

/** A trigger of PostgreSQL with its function. */
function triggerOf(name: string, body: string, event: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
      ${body}
      return null;
    end $$`,
    `create trigger ${name} ${event} execute function ${name}()`,
  ]
}
