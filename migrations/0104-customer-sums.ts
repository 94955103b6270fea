import type { DatabaseKind } from '#kit/db/db.ts'

/** Whether an order counts: cancelled ones do not. */
const counted = (row: 'old' | 'new' | 'orders'): string =>
  `(case when ${row}.cancelled_at is null then 1 else 0 end)`

/** What of its money the shop kept, in cents: what was paid, without refunds and what a lost dispute took. */
const kept = (row: 'old' | 'new' | 'orders'): string => `(case
  when ${row}.cancelled_at is not null or ${row}.paid_at is null then 0
  when ${row}.dispute = 'lost' then case
    when coalesce(${row}.disputed_cents, ${row}.total_cents) + ${row}.refunded_cents >= ${row}.total_cents then 0
    else ${row}.total_cents - ${row}.refunded_cents - ${row}.disputed_cents end
  when ${row}.refunded_cents >= ${row}.total_cents then 0
  else ${row}.total_cents - ${row}.refunded_cents end)`

/** When the order was placed, if it counts. */
const placed = (row: 'new' | 'orders'): string =>
  `(case when ${row}.cancelled_at is null then ${row}.created_at else 0 end)`

const lastOf = (row: 'old' | 'new'): string => `coalesce((
  select max(created_at) from orders where user_id = ${row}.user_id and cancelled_at is null), 0)`

const ADDED = `
  insert into customer_sums (user_id, orders, paid_cents, last_at)
    select new.user_id, ${counted('new')}, ${kept('new')}, ${placed('new')} where true
    on conflict (user_id) do update set orders = customer_sums.orders + excluded.orders,
      paid_cents = customer_sums.paid_cents + excluded.paid_cents,
      last_at = case when excluded.last_at > customer_sums.last_at then excluded.last_at
        else customer_sums.last_at end;`

/** The row is locked by the first statement, so that the second one sees what others wrote of the customer. */
const CHANGED = `
  update customer_sums set orders = orders + ${counted('new')} - ${counted('old')},
      paid_cents = paid_cents + ${kept('new')} - ${kept('old')}
    where user_id = new.user_id;
  update customer_sums set last_at = ${lastOf('new')}
    where user_id = new.user_id and ${counted('new')} <> ${counted('old')};`

const DELETED = `
  update customer_sums set orders = orders - ${counted('old')}, paid_cents = paid_cents - ${kept('old')}
    where user_id = old.user_id;
  update customer_sums set last_at = ${lastOf('old')} where user_id = old.user_id;`

const IS_CHANGED = `${counted('old')} <> ${counted('new')} or ${kept('old')} <> ${kept('new')}`

const COLUMNS = 'cancelled_at, paid_at, total_cents, refunded_cents, dispute, disputed_cents'

/**
 * Triggers that keep the sums. On PostgreSQL they run when the transaction commits: the row of a customer is the last one that it
 * locks, so that an order that is placed and one that is cancelled do not wait for each other.
 */
export const sumTriggers: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    `create trigger customers_ordered after insert on orders begin ${ADDED} end`,
    `create trigger customers_changed after update of ${COLUMNS} on orders when ${IS_CHANGED} begin ${CHANGED} end`,
    `create trigger customers_forgotten after delete on orders begin ${DELETED} end`,
  ],
  postgres: [
    ...triggerOf('customers_ordered', ADDED, 'after insert on orders', 'true'),
    ...triggerOf('customers_changed', CHANGED, `after update of ${COLUMNS} on orders`, IS_CHANGED),
    ...triggerOf('customers_forgotten', DELETED, 'after delete on orders', 'true'),
  ],
}

function triggerOf(name: string, body: string, event: string, condition: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create constraint trigger ${name} ${event} deferrable initially deferred for each row
      when (${condition}) execute function ${name}()`,
  ]
}

/** The sums of the orders that there are. */
export const sumsOfOrders = `
  insert into customer_sums (user_id, orders, paid_cents, last_at)
    select user_id, sum(${counted('orders')}), sum(${kept('orders')}), max(${placed('orders')})
    from orders group by user_id`
