import { deleteAccount, lockLeaving, type SignedInUser } from '#features/accounts/accounts.ts'
import { emptyCart } from '#features/cart/cart.ts'
import { leaveCompany } from '#features/companies/companies.ts'
import { deleteCardOf, deleteNotesOf } from '#features/customers/customers.ts'
import { deleteAddressesOf } from '#features/delivery/delivery.ts'
import { deleteAvatarOf } from '#features/images/images.ts'
import { deleteViewsOf } from '#features/manage-orders/manage-orders.ts'
import { deleteColumnsOf } from '#features/manage-products/manage-products.ts'
import { findOwnOpenOrders } from '#features/orders/orders.ts'
import { takeNamesOf } from '#features/reviews/reviews.ts'
import { deleteSavedListsOf } from '#features/saved-lists/saved-lists.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { ownDataRefusals } from '../refusals.ts'

/**
 * Deletes the account of a session with all that names its owner, in one transaction; orders, papers, reviews without their name
 * and letters about orders stay. Resolves to 1. Refused, with nothing changed: open orders (409 `open_orders`, named), the last
 * admin (409), the last manager of a company with other members (409 `last_manager`), a session that has ended (401).
 */
export async function deleteOwnAccount(shop: Shop, user: SignedInUser): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    await lockLeaving(trx, user, shop.now())
    await refuseOpenOrders(trx, user)
    for (const deleteOwn of [
      emptyCart,
      leaveCompany,
      deleteAddressesOf,
      deleteSavedListsOf,
      deleteAvatarOf,
      deleteNotesOf,
      deleteCardOf,
      deleteViewsOf,
      deleteColumnsOf,
      takeNamesOf,
    ])
      await deleteOwn(trx, user.id)
    await deleteAccount(trx, shop, user)
    return 1
  })
}

async function refuseOpenOrders(trx: Db, user: SignedInUser): Promise<void> {
  const orders = await findOwnOpenOrders(trx, user)
  if (orders.length === 0) return
  const detail =
    'Some of your orders are not paid, or not shipped yet. Cancel what is unpaid, and wait for what is to be shipped.'
  throw new AppError(ownDataRefusals.openOrders, detail, { orders })
}
