import type { SignedInUser } from '#features/accounts/accounts.ts'
import { priceBuyer, pricesFor } from '#features/agreed-prices/agreed-prices.ts'
import { findNamedProducts } from '#features/catalog/catalog.ts'
import { type BuyingCompany, findBuyingCompany } from '#features/companies/companies.ts'
import { ownNumbersOf } from '#features/company-numbers/company-numbers.ts'
import { askedByCustomer, askingOnce, type VatService } from '#features/tax/tax.ts'
import type { Db } from '#kit/db/db.ts'
import { createGroupCommit } from '#kit/db/group-commit.ts'
import { isSameTotal, totalToCents } from '#kit/money.ts'
import { type BuyerWords, buyerWordsOf } from '#kit/notes/buyer-words.ts'
import { type RequestKey, refuseReusedKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { noTerms, overCredit } from '../account/credit.ts'
import { ordersEnteredBy, ordersPlacedBy } from '../owners/own-orders.ts'
import { companyBlocked } from '../records/lock-order.ts'
import { selectOrders, toOrder, withOwnLines } from '../records/order-rows.ts'
import type { Order } from '../schema.ts'
import { type Buyer, findBuyer, keyOf, refuseForOthers } from './buyer.ts'
import { lineProblem, linesRefusal, priceChanged, refuseTooMuch } from './line-problems.ts'
import { newOrder, type OrderedLine, orderedLine, totalOf } from './new-order.ts'
import { findDelivery, type OrderDelivery } from './order-delivery.ts'
import type { PlaceOrder } from './schema.ts'
import { holdOf, limitRefusal, refreshCustomer, unpaidLimitsOf } from './unpaid-limit.ts'
import { announcePlaced, writeOrders } from './write-orders.ts'

/** How often an order is tried again because a product changed, or its number or idempotency key was used, meanwhile. */
const MAXIMUM_TRIES = 20

/** See `createPlaceOrder`. */
type OrderPlacer = (caller: SignedInUser, input: PlaceOrder, idempotencyKey?: string) => Promise<Order>

/**
 * Returns the function that places orders: it reserves the pieces of all lines for `HOLD_HOURS`, or less until the
 * customer's e-mail is verified. Name and e-mail come from the account, products from the catalogue, prices from `pricesFor`,
 * delivery and tax from the settings. Refused, with nothing changed: another customer's e-mail (403), an unknown product (404), a quantity
 * that is below the product's minimum or no multiple of its step (422 `below_minimum`, `off_step`), more than the stock (409
 * `out_of_stock`), a total or what is payable that differs (409 `price_changed`) or is more than a card can pay (422), an
 * address, VAT ID or delivery that is none (422), more unpaid orders than the customer may have (409 `too_many_unpaid`), or
 * worth more (409 `too_much_held`), and one for a company of which the shop takes none (403 `blocked`). Above the limits of a member
 * it waits for an approval. On account it is refused of who has no company with terms (409 `no_terms`), and above the credit that the
 * company has left (409 `over_credit`).
 * An admin can name the `customer` whose order it is; see {@link findBuyer}.
 * With an idempotency key the same request returns the same order; another request with that key is 422.
 */
export function createPlaceOrder(shop: Shop, vat: VatService): OrderPlacer {
  const write = createGroupCommit(shop.db, writeOrders)
  /** Undefined when the order has to be placed again with the current products. */
  const tryToPlace = async (
    service: VatService,
    ...[caller, input, idempotencyKey]: Parameters<OrderPlacer>
  ) => {
    refuseForOthers(caller, input)
    const key = keyOf(caller, input, idempotencyKey)
    const findPlaced = async () => key && (await findEarlier(shop, caller, input, key))
    const earlier = await findPlaced()
    if (earlier) return earlier
    const customer = await findBuyer(shop, caller, input)
    if (input.email !== undefined && input.email.trim().toLowerCase() !== customer.email) {
      throw new AppError('forbidden', 'The e-mail address is not that of the account whose order it is.')
    }
    const read = await readLines(shop, customer, input).catch(async (error: unknown) => {
      // The pieces that are missing may be those of this order, placed by another request with the key.
      const placed = await findPlaced()
      if (!placed) throw error
      return placed
    })
    if (!Array.isArray(read)) return read
    const company = await findOrderingCompany(shop.db, customer)
    if (input.payment === 'account' && !company?.terms) throw noTerms()
    const lines = company ? await withOwnNumbers(shop.db, company, read) : read
    const terms = forCompany(input, company)
    const delivery = await findDelivery({ shop, vat: service, bookOf: customer.bookOf }, terms, lines)
    checkPayable(input, lines, delivery)
    const limits = unpaidLimitsOf(shop, customer)
    const holdMs = holdOf(shop, limits)
    const placed = { customer, input, lines, delivery, key, limits, company }
    const order = newOrder({ now: shop.now(), holdMs, ...placed })
    const written = await write(order)
    if (written.result === 'placed') {
      announcePlaced(order, written)
      return toOrder({ ...written.row, lines: written.lines })
    }
    // The customer has verified the e-mail, which lengthens the hold and raises the limits. Or the products have changed
    // since they were read, or another request used the key or the number meanwhile: it placed the order, or it was refused
    // and the key is free again.
    if (written.result === 'outdated') return undefined
    // What reached the limit may be this order, placed by another request with the key.
    const already = await findPlaced()
    if (already) return already
    if (written.result === 'over credit') throw overCredit(written.availableCents)
    if (!limits) return undefined
    throw limitRefusal(shop, customer, limits, written.limit)
  }
  return async (caller, ...request) => {
    const once = askingOnce(askedByCustomer(shop, vat, caller.id))
    let current = caller
    for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
      const order = await tryToPlace(once, current, ...request)
      if (order) return order
      current = await refreshCustomer(shop, current)
    }
    throw new AppError('conflict', 'The products of this order are changing. Try again in a moment.')
  }
}

/** The company that the customer orders for. Refused (403 `blocked`) when the shop takes no orders of it. */
export async function findOrderingCompany(
  db: Db,
  { id }: Pick<Buyer, 'id'>,
): Promise<BuyingCompany | undefined> {
  const company = await findBuyingCompany(db, id)
  if (company?.isBlocked) throw companyBlocked()
  return company
}

/** The lines with what the company calls their parts, where the buyer says nothing else. */
export async function withOwnNumbers(
  db: Db,
  { id }: BuyingCompany,
  lines: readonly OrderedLine[],
): Promise<OrderedLine[]> {
  const numbers = await ownNumbersOf(
    db,
    id,
    lines.map(({ product }) => product._id),
  )
  return lines.map((line) => ({
    ...line,
    words: buyerWordsOf({ ...line.words, own: line.words.own ?? numbers.get(line.product._id) }),
  }))
}

/** An order for a company has its billing address and its VAT ID, unless it says others. */
const forCompany = (input: PlaceOrder, company: BuyingCompany | undefined): PlaceOrder =>
  company ? { ...input, billTo: input.billTo ?? company.billTo, vatId: input.vatId ?? company.vatId } : input

/**
 * The lines of the request with their products, at the prices of the customer. Refused when one of them or the total does not fit
 * the products.
 */
async function readLines(shop: Shop, customer: Buyer, input: PlaceOrder): Promise<OrderedLine[]> {
  const requested = requestedLines(input)
  const buyer = await priceBuyer(shop, customer.id)
  const products = await pricesFor(shop.db, buyer, await findNamedProducts(shop.db, requested))
  const lines = requested.map((line, index) => ({
    quantity: line.quantity,
    words: buyerWordsOf(line),
    product: products[index],
  }))
  const problems = lines.flatMap((line, index) => lineProblem(line, index) ?? [])
  if (problems.length > 0) throw linesRefusal(problems, input.lines !== undefined)
  const ordered = lines.flatMap(({ product, quantity, words }) =>
    product ? [orderedLine(product, quantity, words)] : [],
  )
  checkTotal(input, ordered)
  return ordered
}

const requestedLines = ({ lines, product, productId, quantity = 0 }: PlaceOrder): RequestedLine[] =>
  lines ?? [{ product, productId, quantity }]

type RequestedLine = BuyerWords & { product?: string; productId?: string; quantity: number }

function checkTotal(input: PlaceOrder, lines: readonly OrderedLine[]): void {
  const cents = totalOf(lines)
  refuseTooMuch(input, cents)
  if (!isSameTotal(input.totalPrice, lines)) throw priceChanged(NOTHING_ORDERED, cents)
}

/** Refused (409) when the customer was told another sum, with the right one. */
function checkPayable(
  { payable }: PlaceOrder,
  lines: readonly OrderedLine[],
  { payableCents }: OrderDelivery,
): void {
  if (payable !== undefined && totalToCents(payable) !== payableCents)
    throw priceChanged(NOTHING_ORDERED, totalOf(lines), payableCents)
}

const NOTHING_ORDERED = 'Nothing was ordered; check it and place the order again.'

async function findEarlier(
  shop: Shop,
  caller: SignedInUser,
  { customer }: PlaceOrder,
  key: RequestKey,
): Promise<Order | undefined> {
  const earlier = await shop.db
    .selectFrom('orders')
    .select(['id', 'idempotency_hash', 'cancelled_at'])
    // What an admin entered is found by the admin's key alone.
    .where(customer === undefined ? ordersPlacedBy(caller.id) : ordersEnteredBy(caller.id))
    .where('idempotency_key', '=', key.idempotency_key)
    .executeTakeFirst()
  if (!earlier) return undefined
  refuseReusedKey(key, earlier, 'another order')
  if (earlier.cancelled_at !== null)
    throw new AppError('conflict', 'The order of this Idempotency-Key was cancelled.')
  const row = await selectOrders(shop.db).where('id', '=', earlier.id).executeTakeFirstOrThrow()
  return toOrder(await withOwnLines(shop.db, row))
}
