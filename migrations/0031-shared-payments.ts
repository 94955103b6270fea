import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** Whether both the customer and whoever has the payment link have had the intent. */
export const sharedPayments: Migration = {
  name: '0031-shared-payments',
  async up(trx) {
    await runStatements(trx, [
      'alter table payments add column is_shared integer not null default 0 check (is_shared in (0, 1))',
    ])
  },
}
