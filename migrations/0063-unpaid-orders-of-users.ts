import { type Migration, runStatements } from '#kit/db/migrate.ts'

/** The unpaid orders of a customer are counted however long ago they were placed, since an admin can lengthen their holds. */
export const unpaidOrdersOfUsers: Migration = {
  name: '0063-unpaid-orders-of-users',
  async up(trx) {
    await runStatements(trx, [
      `create index orders_unpaid_of_user on orders (user_id, hold_until)
        where paid_at is null and cancelled_at is null`,
    ])
  },
}
