import { type Migration, runStatements, typesOf } from '#kit/db/migrate.ts'

/**
 * When staff last asked for the payment of an order (ms). Of a dispute why the customer disputes, until when it is to be answered
 * (ms), and whether evidence was sent: of disputes that are recorded already with their next news. Of a review the answer of
 * the shop, and when staff saw it: those that there are count as seen.
 */
export const desk: Migration = {
  name: '0098-desk',
  async up(trx, kind) {
    const { bigint } = typesOf(kind)
    await runStatements(trx, [
      `alter table orders add column payment_asked_at ${bigint}`,
      'alter table order_disputes add column reason text',
      `alter table order_disputes add column due_at ${bigint}`,
      'alter table order_disputes add column is_answered integer not null default 0',
      'alter table ratings add column answer text',
      `alter table ratings add column answered_at ${bigint}`,
      `alter table ratings add column seen_at ${bigint}`,
      'update ratings set seen_at = created_at',
      'create index ratings_unseen on ratings (created_at) where seen_at is null',
    ])
  },
}
