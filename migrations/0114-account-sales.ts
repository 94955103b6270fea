import type { DatabaseKind } from '#kit/db/db.ts'

/**
 * Sales of orders on account: money of them goes as a credit note before they are paid, pieces of them return to stock before too, and a
 * payment that was a mistake is taken back. So a payment counts without what was credited or is back, and one that is taken back
 * is counted no more. Pieces of an order that is not paid are no sales.
 */

/** What of an order's money went back, in cents: refunds, and what a lost dispute took, together at most its total. */
const goneOf = (row: 'old' | 'new' | 'orders'): string =>
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
const goneOfLine = (kind: DatabaseKind, { id, total, gone }: GoneOrder): string =>
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

export const formerSalesTriggers: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: ['drop trigger orders_sold', 'drop trigger lines_restocked'],
  // Dropping and creating them locks the tables until the migration ends: nothing is missed or counted twice.
  postgres: [
    'drop trigger orders_sold on orders',
    'drop function orders_sold()',
    'drop trigger lines_restocked on order_lines',
    'drop function lines_restocked()',
  ],
}

/** The day of a payment stays when it is taken back. A process of an earlier release writes no days: those in UTC then. */
const paidDay = (row: 'new' | 'old' | 'orders'): string =>
  `coalesce(${row}.paid_day, ${row}.paid_at / 86400000)`

/** What a payment changes of the sales of the products, or its end. */
const changeByPayment = (day: string, sign: '' | '-'): string => `(
  select product_id, ${day} as day, ${sign}sum(quantity - restocked) as quantity,
    ${sign}sum(${priceOf('quantity')}) as cents
  from order_lines where order_id = new.id group by product_id) as changed`

/** What pieces that went back to stock change. PostgreSQL has one trigger for all lines, to lock products by their ids. */
const CHANGE_BY_PIECES: Readonly<Record<DatabaseKind, string>> = {
  sqlite: `(
    select new.product_id as product_id, ${paidDay('orders')} as day,
      old.restocked - new.restocked as quantity, 0 as cents
    from orders where orders.id = new.order_id and orders.paid_at is not null) as changed`,
  postgres: `(
    select lines.product_id, ${paidDay('orders')} as day,
      sum(former.restocked - lines.restocked) as quantity, 0 as cents
    from lines join former on former.order_id = lines.order_id and former.position = lines.position
      join orders on orders.id = lines.order_id
    where lines.restocked <> former.restocked and orders.paid_at is not null
    group by lines.product_id, ${paidDay('orders')}) as changed`,
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

const ORDER = { id: 'new.id', total: 'new.total_cents', gone: goneOf('new') }

const PAID = `${changeProducts(changeByPayment(paidDay('new'), ''))}
  ${changeDay(paidDay('new'), { orders: '1', paid: 'new.total_cents', gone: goneOf('new') })}`

const credited = (kind: DatabaseKind): string => `
  update order_lines set gone_cents = ${goneOfLine(kind, ORDER)}
    where order_id = new.id and gone_cents <> ${goneOfLine(kind, ORDER)};`

const TAKEN_BACK = `
  update order_lines set gone_cents = 0 where order_id = new.id and gone_cents <> 0;
  ${changeProducts(changeByPayment(paidDay('old'), '-'))}
  ${changeDay(paidDay('old'), { orders: '-1', paid: '-new.total_cents', gone: `-(${goneOf('new')})` })}
  delete from order_money where order_id = new.id;`

const IS_PAID_NOW = 'old.paid_at is null and new.paid_at is not null'
const IS_CREDITED = `${IS_PAID_NOW} and ${goneOf('new')} > 0`
const IS_UNPAID_NOW = 'old.paid_at is not null and new.paid_at is null'

const OF_LINES =
  'after update on order_lines referencing old table as former new table as lines for each statement'

const ofOrders = (condition: string): string =>
  `after update of paid_at on orders for each row when (${condition})`

export const accountSalesTriggers: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger orders_sold after update of paid_at on orders when ${IS_PAID_NOW} begin
      ${PAID}
    end`,
    `create trigger orders_sold_credited after update of paid_at on orders when ${IS_CREDITED} begin
      ${credited('sqlite')}
    end`,
    `create trigger orders_unsold after update of paid_at on orders when ${IS_UNPAID_NOW} begin
      ${TAKEN_BACK}
    end`,
    `create trigger lines_restocked after update of restocked on order_lines when new.restocked <> old.restocked begin
      ${changeProducts(CHANGE_BY_PIECES.sqlite)}
    end`,
  ],
  postgres: [
    ...triggerOf('orders_sold', PAID, ofOrders(IS_PAID_NOW)),
    ...triggerOf('orders_sold_credited', credited('postgres'), ofOrders(IS_CREDITED)),
    ...triggerOf('orders_unsold', TAKEN_BACK, ofOrders(IS_UNPAID_NOW)),
    ...triggerOf('lines_restocked', changeProducts(CHANGE_BY_PIECES.postgres), OF_LINES),
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
