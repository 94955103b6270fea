import { isEmailVerified, type SignedInUser } from '#features/accounts/accounts.ts'
import type { GivenAddress } from '#features/delivery/schema.ts'
import { findRowToChange, withOwnLines } from '#features/orders/changing.ts'
import { actorOf, findOrderDetails, transition } from '#features/orders/orders.ts'
import type { OrderDetails } from '#features/orders/schema.ts'
import { askedByCustomer, askingOnce, type VatService } from '#features/tax/tax.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { type CheckedAddress, changeOrder } from './change-order.ts'
import { findNewAddress } from './new-address.ts'
import type { OrderChanges } from './schema.ts'

/** How often a change is tried again because the order or the settings changed meanwhile. */
const MAXIMUM_TRIES = 20

interface ChangeContext {
  readonly shop: Shop
  readonly vat: VatService
}

/**
 * Changes the customer's own order, or any customer's for an admin; see `changeOrder` and `findNewAddress`. Another customer's is
 * refused (404).
 */
export async function changeOwnOrder(
  { shop, vat }: ChangeContext,
  user: SignedInUser,
  orderId: string,
  { deliverTo, ...changes }: OrderChanges,
): Promise<OrderDetails> {
  const context = { shop, vat: askingOnce(askedByCustomer(shop, vat, user.id)) }
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    // Before the transaction, because VIES may be asked. Under the lock it is compared with what was read here.
    const checked = deliverTo && (await checkAddressFor(context, user, orderId, deliverTo))
    const change = { orderId, by: user, actor: user.id, changes, checked }
    const isChanged = await shop.db.transaction().execute((trx) => changeOrder(trx, shop, change))
    if (isChanged) return findOrderDetails(shop.db, user, orderId)
  }
  throw new AppError('conflict', 'This order is changing. Try again in a moment.')
}

async function checkAddressFor(
  { shop, vat }: ChangeContext,
  user: SignedInUser,
  orderId: string,
  given: GivenAddress,
): Promise<CheckedAddress> {
  const row = await findRowToChange(shop.db, user, orderId)
  transition(row, 'change contact', { by: actorOf(user, row), at: shop.now() })
  const order = await withOwnLines(shop.db, row)
  // The book of another account only when it is known whose it is.
  const mayUseBook = row.user_id === user.id || (await isEmailVerified(shop.db, row.user_id))
  const bookOf = mayUseBook ? row.user_id : undefined
  return { order, ...(await findNewAddress({ shop, vat, bookOf }, order, given)) }
}
