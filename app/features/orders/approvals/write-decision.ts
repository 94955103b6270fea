import '../tables.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import { NO_END } from '../transitions/on-account.ts'
import { columnsOf } from '../transitions/order-state.ts'

interface Decided {
  readonly orderId: string
  readonly action: 'approve' | 'decline'
  readonly at: number
}

/** Writes how the approval of an order was decided, and the state in which it is then. What follows is the caller's. */
export async function writeDecision(trx: Db, { orderId, action, at }: Decided): Promise<void> {
  const decided =
    action === 'decline'
      ? { approval: 'declined' as const, ...columnsOf('cancelled', at) }
      : {
          approval: 'approved' as const,
          hold_until: sql<number>`case when account_days is null then hold_until else ${NO_END} end`,
        }
  await trx.updateTable('orders').set(decided).where('id', '=', orderId).execute()
}
