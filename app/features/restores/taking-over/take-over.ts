import { renewHolds } from '#features/orders/orders.ts'
import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import { endWaiting } from '#kit/backup/waiting-restore.ts'
import type { Shop } from '#kit/shop.ts'
import { utcTimeText } from '#kit/text/utc-text.ts'

/** Who takes over without an account. */
const OPERATOR = 'the operator'

/**
 * Says that a restored copy is the shop: its jobs begin, and it takes orders and payments. Unpaid orders whose time is over get
 * it again, because nobody could pay them meanwhile. False when it is the shop already.
 */
export function takeOver(shop: Pick<Shop, 'db' | 'config' | 'now'>, admin?: Actor): Promise<boolean> {
  const at = shop.now()
  return shop.db.transaction().execute(async (trx) => {
    const restoredAt = await endWaiting(trx, { at, by: admin?.email ?? OPERATOR })
    if (restoredAt === undefined) return false
    await renewHolds(trx, shop, at)
    const subject = utcTimeText(restoredAt)
    if (admin) await recordAudit(trx, { by: admin, at, kind: 'restore.taken_over', subject })
    return true
  })
}
