import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** All orders of an account, cancelled ones too, by their age: mails about them are few while its address is unverified. */
export const ordersOfAnAccount: Migration = {
  name: '0020-orders-of-an-account',
  async up(trx) {
    await runStatements(trx, ['create index orders_of_account on orders (user_id, id)'])
  },
}
