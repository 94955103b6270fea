import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** The receipt of an order that was paid by its payment link, as the hash of its token; null until the payer is shown it. */
export const receipts: Migration = {
  name: '0041-receipts',
  async up(trx) {
    await runStatements(trx, [
      'alter table payment_links add column receipt_hash text',
      'create unique index payment_links_receipt on payment_links (receipt_hash)',
    ])
  },
}
