import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/** Declined cards by order, and until when an order takes no card after many. No intent is shared by two payers any more. */
export const declinedCards: Migration = {
  name: '0033-declined-cards',
  async up(trx, kind) {
    const { bigint, strict } = typesOf(kind)
    await runStatements(trx, [
      `create table declined_cards (
        charge_id text not null primary key, order_id text not null references orders (id),
        counted_at ${bigint} not null) ${strict}`,
      'create index declined_cards_of_order on declined_cards (order_id)',
      `create table payment_pauses (
        order_id text not null primary key references orders (id), paused_until ${bigint} not null) ${strict}`,
      'alter table payments drop column is_shared',
    ])
  },
}
