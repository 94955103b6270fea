import '../tables.ts'
import { findEmails, findOrderingAccount, type SignedInUser } from '#features/accounts/accounts.ts'
import type { BuyingCompany } from '#features/companies/companies.ts'
import { lockBuyingCompanies, lockCredits } from '#features/companies/companies.ts'
import { decideApproval } from '#features/company-orders/company-orders.ts'
import {
  announcePlaced,
  type Buyer,
  findOrderingCompany,
  holdOf,
  limitRefusal,
  lockCustomers,
  newOrder,
  noTerms,
  overCredit,
  toOrder,
  withOwnNumbers,
  writeOrders,
} from '#features/orders/changing.ts'
import { refreshCustomer, unpaidLimitsOf } from '#features/orders/orders.ts'
import type { Order } from '#features/orders/schema.ts'
import { askedByCustomer, askingOnce, type VatService } from '#features/tax/tax.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { mailStaff } from '../mails/offer-mails.ts'
import { changedMeanwhile } from '../offering/make-offer.ts'
import { findVersions, isExpired, type OfferRow, type VersionRow } from '../records/offer-rows.ts'
import { findOwnOffer, today } from '../records/read-offers.ts'
import type { AcceptOffer } from '../schema.ts'
import { findOfferedDelivery, readOfferedLines } from './offered-order.ts'

/** How often it is tried again because a product, the settings or the customer changed meanwhile. */
const MAXIMUM_TRIES = 20

/**
 * Who asked, or an approver of the company, accepts the newest version: the order of who asked, at exactly these prices and
 * quantities and with this price of the delivery, whatever the minimum, the step and the list say. It is placed as any order is: with
 * its tax, its hold, the limits of who asked and the approval above them, which an approver who accepts gives as far as the own limit
 * goes. What the stock does not cover is on backorder. Once: of several at the same time one places it. Refused, with nothing changed:
 * another's (404), a version that is not the newest (409 `revision_changed`), an offer that is not open (409), a blocked company (403),
 * `account` without terms (409 `no_terms`) or above the credit that is left (409 `over_credit`), and the limits of unpaid orders (409).
 */
export async function acceptOffer(
  shop: Shop,
  vat: VatService,
  caller: SignedInUser,
  id: string,
  accepted: AcceptOffer,
): Promise<Order> {
  const once = askingOnce(askedByCustomer(shop, vat, caller.id))
  let user = caller
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    const order = await tryToAccept(shop, once, user, id, accepted).catch(async (error: unknown) => {
      // What reached a limit may be the order of the same offer, accepted by another request.
      await findAcceptable(shop, user, id, accepted)
      throw error
    })
    if (order) return approveAlso(shop, user, order)
    user = await refreshCustomer(shop, user)
  }
  throw new AppError('conflict', 'The products of this offer are changing. Try again in a moment.')
}

/** Undefined when it has to be tried again with what is read then. */
async function tryToAccept(
  shop: Shop,
  vat: VatService,
  user: SignedInUser,
  id: string,
  accepted: AcceptOffer,
): Promise<Order | undefined> {
  const { offer, version } = await findAcceptable(shop, user, id, accepted)
  const customer = await findCustomer(shop, offer)
  const company = await findCompany(shop.db, offer, customer)
  const isOnAccount = accepted.payment === 'account'
  if (isOnAccount && !company?.terms) throw noTerms()
  const read = await readOfferedLines(shop, customer, version)
  const lines = company ? await withOwnNumbers(shop.db, company, read) : read
  const delivery = await findOfferedDelivery({ shop, vat }, { offer, version, company, lines })
  const limits = unpaidLimitsOf(shop, customer)
  const order = newOrder({
    now: shop.now(),
    holdMs: holdOf(shop, limits),
    customer,
    input: {
      totalPrice: centsToDollars(version.lines_cents),
      note: offer.note ?? undefined,
      ...(isOnAccount && { payment: 'account' as const }),
    },
    lines,
    delivery,
    key: undefined,
    limits,
    company,
  })
  const written = await shop.db.transaction().execute(async (trx) => {
    // Whoever is taken out of the company is that before or after the acceptance.
    await lockCustomers(trx, [...new Set([customer.id, user.id])])
    if (isOnAccount && company) await lockCredits(trx, [company.id])
    await lockBuyingCompanies(trx, [...new Set([customer.id, user.id])])
    await findOwnOffer(trx, user, id)
    const [result] = await writeOrders(trx, [order])
    if (result?.result === 'placed') await writeAccepted(trx, shop, { offer, user, orderId: order.order.id })
    return result
  })
  if (written?.result === 'placed') {
    announcePlaced(order, written)
    return toOrder({ ...written.row, lines: written.lines })
  }
  if (written?.result === 'over credit') throw overCredit(written.availableCents)
  if (written?.result === 'exceeded' && limits) throw limitRefusal(shop, customer, limits, written.limit)
  return undefined
}

async function findAcceptable(
  shop: Shop,
  user: SignedInUser,
  id: string,
  { revision }: AcceptOffer,
): Promise<{ offer: OfferRow; version: VersionRow }> {
  const offer = await findOwnOffer(shop.db, user, id)
  if (offer.state !== 'offered')
    throw new AppError(
      'conflict',
      offer.state === 'asked'
        ? 'The shop has not offered anything yet.'
        : `This offer is ${offer.state} already.`,
    )
  const [version] = (await findVersions(shop.db, [offer], true)).get(id) ?? []
  if (offer.revision !== revision || !version) throw changedMeanwhile()
  if (isExpired(offer, await today(shop)))
    throw new AppError('conflict', 'This offer is not valid any more. Ask the shop for a new version.')
  return { offer, version }
}

/** Who asked, as the order has it. Refused (409) when that account cannot order any more. */
async function findCustomer(shop: Shop, { user_id }: OfferRow): Promise<Buyer> {
  const email = (await findEmails(shop.db, [user_id])).get(user_id)
  const account = email === undefined ? undefined : await findOrderingAccount(shop, email)
  if (!account) throw new AppError('conflict', 'Who asked for this offer cannot order any more.')
  return { ...account, bookOf: account.id }
}

/** The company of the order. Refused: a blocked one (403), and the offer of a company that who asked has left (409). */
async function findCompany(
  db: Db,
  { company_id }: OfferRow,
  customer: Buyer,
): Promise<BuyingCompany | undefined> {
  const company = await findOrderingCompany(db, customer)
  if (company_id === null || company?.id === company_id) return company
  throw new AppError('conflict', 'Who asked for this offer is no member of the company any more.')
}

async function writeAccepted(
  trx: Db,
  shop: Shop,
  {
    offer,
    user,
    orderId,
  }: { readonly offer: OfferRow; readonly user: SignedInUser; readonly orderId: string },
): Promise<void> {
  const at = shop.now()
  const { id, revision, state } = offer
  const written = await compareAndSet(
    trx,
    'offers',
    { id, revision, state },
    {
      ...{ state: 'accepted' as const, order_id: orderId, accepted_by: user.name },
      ...{ to_answer: 0 as const, changed_at: at },
    },
  )
  if (!written) throw changedMeanwhile()
  await mailStaff(trx, shop, { about: 'accepted', offer, by: user.name, at })
}

/** An approver who accepts approves too, unless it is above the own limit: then it waits for another one. */
async function approveAlso(shop: Shop, user: SignedInUser, order: Order): Promise<Order> {
  const { _id, approval, placedBy, revision = 1 } = order
  if (approval?.state !== 'waiting' || placedBy?._id === user.id) return order
  try {
    return await decideApproval(shop, user, _id, 'approve', { revision })
  } catch (error) {
    if (error instanceof AppError) return order
    throw error
  }
}
