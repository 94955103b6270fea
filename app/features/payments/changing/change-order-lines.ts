import type { SignedInUser } from '#features/accounts/accounts.ts'
import {
  type ChangeLines,
  findLinesChange,
  type LinesChange,
  lockLines,
  writeLines,
} from '#features/order-changes/order-changes.ts'
import {
  findOrderDetails,
  findOrderToChange,
  type OrderDetails,
  refreshCustomer,
  refusalOf,
  unpaidLimitsOf,
} from '#features/orders/orders.ts'
import { askedByCustomer, askingOnce, type VatService } from '#features/tax/tax.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { endIntent } from '../paying/end-intent.ts'
import { openIntentOf } from '../paying/settle.ts'
import type { Gateway } from '../provider/gateway.ts'

/** How often a change is tried again because a product, the order or its intent changed meanwhile. */
const MAXIMUM_TRIES = 20

/** What changes lines. */
export interface LinesContext {
  readonly shop: Shop
  readonly gateway: Gateway
  readonly vat: VatService
}

/**
 * Changes the lines of the customer's own unpaid order, or of any customer's for an admin. Its open intent is cancelled at the
 * provider first, so that nobody pays the former sum for the new lines; not before everything else allows the change. The lines
 * that it has already change nothing. Refused, with nothing changed: another customer's order (404), one that is paid or being
 * paid (409 `already_paid`), and what `findLinesChange` and `lockLines` refuse.
 */
export async function changeOrderLines(
  { shop, gateway, vat }: LinesContext,
  caller: SignedInUser,
  orderId: string,
  input: ChangeLines,
): Promise<OrderDetails> {
  const once = askingOnce(askedByCustomer(shop, vat, caller.id))
  let user = caller
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    const { paid } = await findOrderToChange(shop.db, user, orderId)
    if (paid) throw noLongerChangeable()
    const change = await findLinesChange({ shop, vat: once, user }, orderId, input)
    const written = change === undefined ? 'written' : await tryToWrite(shop, user, change)
    if (written === 'written') return findOrderDetails(shop.db, user, orderId)
    if (written !== undefined) {
      const ended = await endIntent(shop, gateway, { orderId, intentId: written.openIntent })
      if (ended !== 'ended') throw noLongerChangeable()
    }
    user = await refreshCustomer(shop, user)
  }
  throw new AppError('conflict', 'The parts of this order are changing. Try again in a moment.')
}

/** Undefined when something changed since it was read. Nothing is written while the order has an open intent. */
function tryToWrite(shop: Shop, user: SignedInUser, change: LinesChange) {
  return shop.db.transaction().execute(async (trx) => {
    // Staff vouch for the customer, as where they enter an order.
    const limits = unpaidLimitsOf(shop, change.by === 'staff' ? { emailVerified: true } : user)
    const locked = await lockLines(trx, shop, change, limits)
    if (!locked) return undefined
    const openIntent = await openIntentOf(trx, change.before.id)
    if (openIntent !== undefined) return { openIntent }
    await writeLines(trx, shop, change, { locked, by: user })
    return 'written' as const
  })
}

const noLongerChangeable = (): AppError => refusalOf('change lines', 'pending', 'customer')
