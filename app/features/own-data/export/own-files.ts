import {
  describeOwnFactor,
  findProfile,
  listOwnSessions,
  listPasskeys,
  listSecurityEvents,
  type SignedInUser,
} from '#features/accounts/accounts.ts'
import { readCart } from '#features/cart/cart.ts'
import { findOwnMembership } from '#features/companies/companies.ts'
import { readCard } from '#features/customers/customers.ts'
import { listAddresses } from '#features/delivery/delivery.ts'
import type { Documents } from '#features/documents/documents.ts'
import { listOwnDocuments } from '#features/invoices/invoices.ts'
import { listAskedOffers } from '#features/offers/offers.ts'
import { listOwnMessages } from '#features/order-messages/order-messages.ts'
import { findOrderDetails, readOrdersOfCustomer } from '#features/orders/orders.ts'
import { findOwnReturns } from '#features/returns/returns.ts'
import { readReviewsBy } from '#features/reviews/reviews.ts'
import { findSavedList, listSavedLists } from '#features/saved-lists/saved-lists.ts'
import type { Db } from '#kit/db/db.ts'
import type { ZippedFile } from '#kit/files/zip.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Paged, readPage } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { jsonArray } from './json-array.ts'

/** Who exports: as a customer, also if one of the staff, who sees more of an order than its customer does. */
const asCustomer = ({ role: _, rights: __, ...user }: SignedInUser): SignedInUser => user

/** All that the shop keeps of an account, as its owner may see it: files of JSON, and the papers of the orders. */
export async function* ownFiles(
  shop: Shop,
  documents: Documents,
  user: SignedInUser,
): AsyncGenerator<ZippedFile> {
  const customer = asCustomer(user)
  const { db } = shop
  yield jsonFile('profile.json', await findProfile(db, user.email))
  yield jsonFile('addresses.json', await listAddresses(db, user))
  yield jsonFile('contact.json', await readContact(db, user))
  yield { name: 'lists.json', parts: jsonArray(readLists(shop, user)) }
  const membership = await findOwnMembership(db, user)
  if (membership) yield jsonFile('company.json', membership)
  yield jsonFile('cart.json', await readCart(db, user))
  yield { name: 'orders.json', parts: jsonArray(readOrders(shop, customer)) }
  if ((await listAskedOffers(shop, user, undefined)).rows.length > 0)
    yield { name: 'offers.json', parts: jsonArray(allPages((after) => listAskedOffers(shop, user, after))) }
  yield { name: 'reviews.json', parts: jsonArray(readReviewsBy(db, user.id)) }
  yield jsonFile('sign-in.json', await describeOwnFactor(shop, user))
  yield jsonFile('sessions.json', await listOwnSessions(shop, user))
  yield jsonFile('passkeys.json', await listPasskeys(db, user.id))
  yield { name: 'security-events.json', parts: jsonArray(readEvents(shop, user)) }
  yield { name: 'invoices-and-credit-notes.json', parts: jsonArray(readDocuments(shop, customer)) }
  for await (const some of readDocuments(shop, customer))
    for (const { kind, number, orderId } of some) {
      const paper =
        kind === 'invoice'
          ? documents.invoice(customer, orderId, number)
          : documents.creditNote(customer, orderId, number)
      const bytes = await paper.then(({ bytes }) => bytes).catch(unlessThereIsNone)
      if (bytes) yield { name: `papers/${number}.pdf`, parts: [bytes] }
    }
}

const jsonFile = (name: string, content: unknown): ZippedFile => ({
  name,
  parts: [`${JSON.stringify(content, null, 2)}\n`],
})

/** A paper from before its data was kept cannot be made: its own call refuses it too. */
function unlessThereIsNone(error: unknown): undefined {
  if (!(error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found'))) throw error
}

/** The rows of all pages of a list. */
async function* allPages<Row>(
  readOne: (after: string | undefined) => Promise<Paged<Row>>,
): AsyncGenerator<readonly Row[]> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await readOne(after)
    yield rows
    if (next === undefined) return
    after = next
  }
}

/** What staff wrote of how to reach the customer. */
async function readContact(db: Db, { id }: SignedInUser) {
  const { revision: _, ...contact } = (await readCard(db, id)).card
  return contact
}

const readDocuments = (shop: Shop, customer: SignedInUser) =>
  allPages((after) => listOwnDocuments(shop, customer, { after }))

const readEvents = ({ db }: Shop, { id }: SignedInUser) =>
  allPages((after) => listSecurityEvents(db, id, readPage({ after }, ['string'])))

async function* readLists(shop: Shop, user: SignedInUser) {
  const { db } = shop
  for await (const lists of allPages((after) => listSavedLists(db, user, { after })))
    for (const { _id } of lists) yield [await findSavedList(shop, user, _id)]
}

/** Each with its events, with what customer and shop wrote and with its returns; the cancelled ones last. */
async function* readOrders(shop: Shop, customer: SignedInUser) {
  const { db } = shop
  for (const filter of [{}, { state: 'cancelled' as const }])
    for await (const orders of readOrdersOfCustomer(db, customer, filter))
      for (const { _id } of orders)
        yield [
          {
            ...(await findOrderDetails(db, customer, _id)),
            messages: await listOwnMessages(db, customer, _id),
            returns: (await findOwnReturns(shop, customer, _id)).returns,
          },
        ]
}
