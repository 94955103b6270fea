import { findAccount } from '#features/accounts/accounts.ts'
import { listAddresses } from '#features/delivery/delivery.ts'
import { findCustomerSums } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { toIso } from '#kit/time.ts'
import type { Customer } from '../schema.ts'

export const customerNotFound = (): AppError => new AppError('not_found', 'There is no such customer.')

/** The customer with this id, with what the orders come to and the address book. Refused (404): an unknown one. */
export async function findCustomer(db: Db, id: string): Promise<Customer> {
  const account = await findAccount(db, id)
  if (!account) throw customerNotFound()
  const { orders, paidCents, unpaidCents, lastAt } = await findCustomerSums(db, id)
  const addresses = await listAddresses(db, id)
  const company = addresses.find((address) => address.company)?.company
  return {
    ...account,
    ...(company !== undefined && { company }),
    orders,
    paid: centsToDollars(paidCents),
    unpaid: centsToDollars(unpaidCents),
    ...(lastAt !== undefined && { lastOrderAt: toIso(lastAt) }),
    addresses,
  }
}
