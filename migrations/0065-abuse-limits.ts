import { type Migration, runStatements } from '#kit/db/migrate.ts'

/**
 * Declined cards by account and by hashed network address; how many lines a saved list has; which cancelled orders are
 * not shown to their owner; what finds cancelled orders and mails that wait.
 */
export const abuseLimits: Migration = {
  name: '0065-abuse-limits',
  async up(trx, kind) {
    const lengthOf = kind === 'sqlite' ? 'json_array_length(lines)' : 'json_array_length(lines::json)'
    await runStatements(trx, [
      'alter table payments add column asked_from text',
      `alter table declined_cards add column user_id text not null default ''`,
      'alter table declined_cards add column asked_from text',
      `update declined_cards set user_id =
        (select user_id from orders where orders.id = declined_cards.order_id)`,
      'create index declined_cards_of_account on declined_cards (user_id, counted_at)',
      'create index declined_cards_from on declined_cards (asked_from, counted_at) where asked_from is not null',
      'alter table saved_lists add column line_count integer not null default 0',
      `update saved_lists set line_count = ${lengthOf}`,
      'create index saved_lists_newest on saved_lists (user_id, updated_at desc, id desc)',
      'alter table orders add column planted integer not null default 0',
      // The shop cancels an order only when a reset proved the address: it and what ended before may be another person's,
      // but not what an admin entered.
      `update orders set planted = 1 where cancelled_at is not null and exists (select 1 from order_events
        where order_id = orders.id and kind = 'cancelled' and actor = 'shop')`,
      `update orders set planted = 1 where cancelled_at is not null and entered_by is null
        and exists (select 1 from orders as later where later.user_id = orders.user_id and later.planted = 1
          and later.cancelled_at >= orders.cancelled_at)`,
      'create index orders_cancelled_at on orders (user_id, cancelled_at) where cancelled_at is not null',
      `create index orders_cancelled_of on orders (user_id, created_at desc, id desc)
        where cancelled_at is not null`,
      `create index orders_cancelled on orders (created_at desc, id desc) where cancelled_at is not null`,
      // A search finds cancelled orders too, in the same sequences.
      'create index orders_of_all on orders (created_at, id)',
      'drop index orders_by_sum',
      'create index orders_by_sum on orders (total_cents desc, id desc)',
      `create index outbox_waiting_about on outbox (about) where next_attempt_at is not null and about is not null`,
    ])
  },
}
