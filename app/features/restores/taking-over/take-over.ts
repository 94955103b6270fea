import { renewHolds } from '#features/orders/orders.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import { forgetWaitingRestore } from '#kit/backup/waiting-restore.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import '#kit/backup/tables.ts'

/** Who takes over without an account. */
const OPERATOR = 'the operator'

/**
 * Says that a restored copy is the shop: its jobs begin, and it takes orders and payments. Unpaid orders whose time is over get
 * it again, because nobody could pay them meanwhile. False when it is the shop already.
 */
export function takeOver(shop: Pick<Shop, 'db' | 'config' | 'now'>, admin?: Actor): Promise<boolean> {
  const at = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const taken = await trx
      .updateTable('restores')
      .set({ taken_over_at: at, taken_over_by: admin?.email ?? OPERATOR })
      .where('taken_over_at', 'is', null)
      .returning('restored_at')
      .execute()
    if (taken.length === 0) return false
    await renewHolds(trx, shop, at)
    const subject = toIso(Math.max(...taken.map(({ restored_at }) => restored_at)))
    if (admin) await recordAudit(trx, { by: admin, at, kind: 'restore.taken_over', subject })
    forgetWaitingRestore(trx)
    return true
  })
}
