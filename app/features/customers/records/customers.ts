import { findAccount, isWithoutOwner, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight } from '#features/accounts/rights.ts'
import type { SavedAddress } from '#features/delivery/client.ts'
import { listAddresses } from '#features/delivery/delivery.ts'
import { findCustomerSums, findLastCountry } from '#features/orders/orders.ts'
import { currentSettings, sellerPlace } from '#features/settings/settings.ts'
import { centsToDollars } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { Customer, CustomerCard } from '../schema.ts'
import { readCard } from './cards.ts'
import { listBought, listPastAddresses, offeredAddress, withoutRepeats } from './of-orders.ts'
import { customerNotFound } from './refuse.ts'

/**
 * The customer with this id, with what the orders come to, the address book and what staff wrote, as one of the staff may see it: sums
 * of money only with the right to it. Refused (404): an unknown one.
 */
export async function findCustomer(shop: Shop, reader: SignedInUser, id: string): Promise<Customer> {
  const { db } = shop
  const account = await findAccount(db, id)
  if (!account) throw customerNotFound()
  const { orders, paidCents, unpaidCents, lastAt } = await findCustomerSums(db, id)
  const addresses = await listAddresses(db, { id })
  const { card, tags } = await readCard(db, id)
  const company = card.company ?? addresses.find((address) => address.company)?.company
  const known = account.emailVerified ? addresses : []
  return {
    ...account,
    ...(company !== undefined && { company }),
    orders,
    ...(hasRight(reader, 'money') && {
      paid: centsToDollars(paidCents),
      unpaid: centsToDollars(unpaidCents),
    }),
    ...(lastAt !== undefined && { lastOrderAt: toIso(lastAt) }),
    deliverCountry: await findDeliverCountry(shop, account, known, card),
    addresses,
    card,
    tags: [...tags],
    ...((await isWithoutOwner(db, id)) && { namedByStaff: true as const }),
    offered: withoutRepeats([...ofCard(account, card), ...(await listPastAddresses(db, account))], known),
    bought: await listBought(db, id),
  }
}

/** The address that staff wrote, for the person and the company of the customer. */
function ofCard({ name }: { readonly name: string }, card: CustomerCard): SavedAddress[] {
  const { company, phone, vatId, address } = card
  if (!address) return []
  const whole = { ...address, name, ...(company && { company }), ...(phone && { phone }) }
  return [{ ...offeredAddress('card', 'Entered by staff', whole), ...(vatId && { vatId }) }]
}

/**
 * Where the next order of a customer probably goes: where the last one goes, else the default of the address book, else the address
 * that staff wrote, else the country of the seller. What whoever registered stored before the e-mail was verified says nothing of
 * its owner.
 */
async function findDeliverCountry(
  shop: Shop,
  { _id: id, emailVerified }: Pick<Customer, '_id' | 'emailVerified'>,
  [first]: Customer['addresses'],
  { address }: CustomerCard,
): Promise<string> {
  const last = await findLastCountry(shop.db, { id, emailVerified })
  return last ?? first?.country ?? address?.country ?? sellerPlace(await currentSettings(shop)).country
}
