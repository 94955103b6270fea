import { findAccount } from '#features/accounts/accounts.ts'
import { listAddresses } from '#features/delivery/delivery.ts'
import { findCustomerSums, findLastCountry } from '#features/orders/orders.ts'
import { currentSettings, sellerPlace } from '#features/settings/settings.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { Customer } from '../schema.ts'

export const customerNotFound = (): AppError => new AppError('not_found', 'There is no such customer.')

/** The customer with this id, with what the orders come to and the address book. Refused (404): an unknown one. */
export async function findCustomer(shop: Shop, id: string): Promise<Customer> {
  const { db } = shop
  const account = await findAccount(db, id)
  if (!account) throw customerNotFound()
  const { orders, paidCents, unpaidCents, lastAt } = await findCustomerSums(db, id)
  const addresses = await listAddresses(db, { id })
  const company = addresses.find((address) => address.company)?.company
  return {
    ...account,
    ...(company !== undefined && { company }),
    orders,
    paid: centsToDollars(paidCents),
    unpaid: centsToDollars(unpaidCents),
    ...(lastAt !== undefined && { lastOrderAt: toIso(lastAt) }),
    deliverCountry: await findDeliverCountry(shop, account, addresses),
    addresses,
  }
}

/**
 * Where the next order of a customer probably goes: where the last one goes, else the default of the address book, else the country
 * of the seller. What whoever registered stored before the e-mail was verified says nothing of its owner.
 */
async function findDeliverCountry(
  shop: Shop,
  { _id: id, emailVerified }: Pick<Customer, '_id' | 'emailVerified'>,
  addresses: Customer['addresses'],
): Promise<string> {
  const ofBook = emailVerified ? addresses[0]?.country : undefined
  const last = await findLastCountry(shop.db, { id, emailVerified })
  return last ?? ofBook ?? sellerPlace(await currentSettings(shop)).country
}
