import type { SignedInUser } from '#features/accounts/accounts.ts'
import { askedByCustomer, askingOnce, type VatService } from '#features/tax/tax.ts'
import type { Shop } from '#kit/shop.ts'
import { findOrderDetails } from '../details/order-details.ts'
import type { OrderDetails } from '../schema.ts'
import { changeOrder } from './change-order.ts'
import { findNewAddress } from './new-address.ts'
import type { OrderChanges } from './schema.ts'

/** Changes the customer's own order; see `changeOrder` and `findNewAddress`. Another customer's is refused (404). */
export async function changeOwnOrder(
  { shop, vat }: { readonly shop: Shop; readonly vat: VatService },
  customer: SignedInUser,
  orderId: string,
  { deliverTo: given, ...others }: OrderChanges,
): Promise<OrderDetails> {
  // Before the transaction, because VIES may be asked.
  const deliverTo =
    given &&
    (await findNewAddress(
      { shop, vat: askingOnce(askedByCustomer(shop, vat, customer.id)), customerId: customer.id },
      orderId,
      given,
    ))
  const changes = { ...others, ...(deliverTo && { deliverTo }) }
  const change = { orderId, ownerId: customer.id, actor: customer.id, changes }
  await shop.db.transaction().execute((trx) => changeOrder(trx, shop, change))
  return findOrderDetails(shop.db, customer, orderId)
}
