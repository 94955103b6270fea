import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** The accounts by which sales are booked at the tax adviser, as a part of the settings. */
export const datevAccounts: Migration = {
  name: '0102-datev-accounts',
  async up(trx) {
    await runStatements(trx, [`alter table settings add column datev text not null default '{}'`])
  },
}
