import type { SignedInUser } from '#features/accounts/accounts.ts'
import { arePricesOf, priceBuyer, pricesFor } from '#features/agreed-prices/agreed-prices.ts'
import { findNamedProducts, type LockedStock, lockStock, releaseStock } from '#features/catalog/catalog.ts'
import { type BuyingCompany, lockBuyingCompanies } from '#features/companies/companies.ts'
import { ownNumbersOf } from '#features/company-numbers/company-numbers.ts'
import {
  askAgain,
  type Caller,
  changedLinesDetail,
  companyBlocked,
  type DeliveryContext,
  findBackordered,
  findRowToChange,
  findUnpaid,
  isAsRead,
  type LineRow,
  lockCustomers,
  mailChange,
  type OrderActor,
  type OrderWithLines,
  orderSearchText,
  priceChanged,
  readTerms,
  refuseTooMuch,
  replaceBackordered,
  type StoredTerms,
  selectOrders,
  type UnpaidLimits,
  withOwnLines,
  writeOtherLines,
} from '#features/orders/changing.ts'
import { byPosition } from '#features/orders/left-to-ship.ts'
import {
  actorOf,
  lockFor,
  orderNotFound,
  recordStep,
  refuseObstacles,
  type Transition,
  transition,
} from '#features/orders/orders.ts'
import { areCurrentSettings } from '#features/settings/settings.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { isSameTotal, totalToCents } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { lockCredit, refuseOverCredit, refuseTooMuchHeld } from './held-money.ts'
import { rowsLacking, withoutGivenUp } from './lacked-lines.ts'
import {
  deliveredLine,
  isAsBefore,
  type PlannedLine,
  planLines,
  plannedRows,
  removedLines,
  rowsCents,
} from './planned-lines.ts'
import { findPlannedTerms, keepsDelivery, refuseOtherDelivery } from './planned-terms.ts'
import type { ChangeLines } from './schema.ts'

const NOTHING_CHANGED = 'Nothing was changed; check it and save again.'

/** A change of the lines of an unpaid order, found before its transaction, because VIES may be asked. */
export interface LinesChange {
  readonly by: OrderActor
  /** The order as it was read. */
  readonly before: OrderWithLines
  readonly planned: readonly PlannedLine[]
  readonly rows: readonly LineRow[]
  readonly payableCents: number
  readonly chargesCents: number
  readonly shipsOn: string | undefined
  readonly terms: StoredTerms
  /** Of the settings that were asked. */
  readonly settingsRevision: number
}

/** What decides about other lines of an order. */
export interface LinesContext extends Pick<DeliveryContext, 'shop' | 'vat'> {
  /** Its customer, or an admin. */
  readonly user: Caller
}

/** The customer's own order with its lines, or any for an admin. Refused: another's or a cancelled one (404), one whose hold is over (409), one on account that is invoiced or paid in part (409). */
export async function findChangeable({ shop, user }: LinesContext, orderId: string): Promise<OrderWithLines> {
  const row = await findRowToChange(shop.db, user, orderId)
  // What a paid order would come to can be asked.
  if (row.paid_at === null) transition(row, 'change lines', { by: actorOf(user, row), at: shop.now() })
  return withOwnLines(shop.db, row)
}

/**
 * Finds what other lines of an unpaid order come to; undefined when it has them already. Refused, besides `findChangeable` and
 * `planLines`: a sum that differs (409 `price_changed`), more than a card can pay, and a delivery that does not take them (422).
 */
export async function findLinesChange(
  context: LinesContext,
  orderId: string,
  input: ChangeLines,
): Promise<LinesChange | undefined> {
  const before = await findChangeable(context, orderId)
  const { db } = context.shop
  const buyer = await priceBuyer(context.shop, before.user_id, before.company_id)
  const products = await pricesFor(db, buyer, await findNamedProducts(db, input.lines))
  const planned = planLines(before, input.lines, products, await findCalled(db, before, input))
  const rows = plannedRows(orderId, planned)
  const linesCents = rowsCents(rows)
  refuseTooMuch(input, linesCents)
  const priced = rows.map(({ unit_price_e4: priceE4, quantity }) => ({ priceE4, quantity }))
  if (!isSameTotal(input.totalPrice, priced)) throw priceChanged(NOTHING_CHANGED, linesCents)
  const delivery = input.delivery
  if (isAsBefore(before, planned) && keepsDelivery(before, delivery)) {
    checkPayable(input, linesCents, before.total_cents)
    return undefined
  }
  const lines = planned.map(deliveredLine)
  const terms = await findPlannedTerms(context, before, { lines, linesCents, delivery })
  refuseOtherDelivery(terms)
  refuseTooMuch(input, terms.payableCents)
  checkPayable(input, linesCents, terms.payableCents)
  const { found: _, asked: __, ...stored } = terms
  return { by: actorOf(context.user, before), before, planned, rows, ...stored }
}

/** What the company of the order calls the parts that come in. */
async function findCalled(
  db: Db,
  { company_id, lines }: OrderWithLines,
  input: ChangeLines,
): Promise<ReadonlyMap<string, string>> {
  if (company_id === null) return new Map()
  const had = new Set(lines.map(({ product_id }) => product_id))
  const ids = input.lines.map(({ productId }) => productId).filter((id) => !had.has(id))
  return ownNumbersOf(db, company_id, ids)
}

function checkPayable({ payable }: ChangeLines, linesCents: number, payableCents: number): void {
  if (payable !== undefined && totalToCents(payable) !== payableCents)
    throw priceChanged(NOTHING_CHANGED, linesCents, payableCents)
}

/** What is locked for a change until the transaction ends. */
export interface LockedLines {
  readonly stock: LockedStock
  readonly step: Transition
  /** The company that the order is for, if its customer is still a member. */
  readonly company: BuyingCompany | undefined
}

/**
 * Locks customer, order and products of a change, in this sequence, and reserves its pieces; undefined when something of it is
 * not as it was read, also when the order was paid or cancelled. Refused (409): what the customer's unpaid orders would then be worth.
 */
export async function lockLines(
  trx: Db,
  shop: Shop,
  { by, before, planned, rows, payableCents, settingsRevision }: LinesChange,
  limits: UnpaidLimits | undefined,
): Promise<LockedLines | undefined> {
  if (limits) await lockCustomers(trx, [before.user_id])
  const credit = await lockCredit(trx, before)
  const company = before.company_id === null ? undefined : await lockCompany(trx, before)
  const unpaid = await findUnpaid(trx, [{ ...before, limits, isVerified: false }])
  const order = await lockFor(trx, before.id, 'change lines', { by, at: shop.now() })
  if (!order || !(await isUnchanged(trx, before))) return undefined
  refuseObstacles(order.step, order)
  refuseOfCompany(before, company, by)
  const wanted = changedLines(planned)
  const priced = wanted.map(({ product }) => product)
  if (!arePricesOf(company, priced)) return undefined
  if (!(await areCurrentSettings(trx, settingsRevision))) return undefined
  const others = unpaid.with(before)
  refuseOverCredit(before, payableCents, credit)
  if (limits && others && before.account_days === null) {
    // Verified meanwhile: the limits are read again.
    if (others.isVerified && !limits.isVerified) return undefined
    refuseTooMuchHeld(shop, { limits, others, before, payableCents })
  }
  // The lines that stay too: they are written again, which locks their products as well.
  const all = [...before.lines, ...rows].map(({ product_id }) => product_id)
  const stock = await lockStock(trx, wanted, all)
  return stock.reserve(wanted) ? { stock, step: order.step, company } : undefined
}

/**
 * Other lines are decided by the limits of whoever ordered, in a company that may order: without either nobody could be asked. Who has
 * left only reads the order (404).
 */
function refuseOfCompany(
  { company_id }: OrderWithLines,
  company: BuyingCompany | undefined,
  by: OrderActor,
): void {
  if (company_id === null) return
  if (company?.isBlocked) throw companyBlocked()
  if (company) return
  if (by !== 'staff') throw orderNotFound()
  throw new AppError(
    'conflict',
    'Whoever placed this order has left its company, so its lines stay as they are. Cancel it, and let the company order anew.',
  )
}

/** With the membership of its customer locked, after the customer and before the order. */
async function lockCompany(trx: Db, { user_id, company_id }: OrderWithLines) {
  const company = (await lockBuyingCompanies(trx, [user_id])).get(user_id)
  return company?.id === company_id ? company : undefined
}

async function isUnchanged(trx: Db, before: OrderWithLines): Promise<boolean> {
  const row = await selectOrders(trx).where('orders.id', '=', before.id).executeTakeFirstOrThrow()
  const is = await withOwnLines(trx, row)
  return isAsRead(is, before, WHAT_DECIDES)
}

/** What a change was computed from, its text for the search too. */
const WHAT_DECIDES = [
  'lines',
  'total_cents',
  'terms',
  'hold_until',
  'po_number',
  'name',
  'email',
  'address',
] as const

const changedLines = (planned: readonly PlannedLine[]) =>
  planned.flatMap((line) => ('changed' in line ? [line.changed] : []))

/** Writes a change whose lines are locked: the lines, what the order comes to, the stock, an event and a mail. */
export async function writeLines(
  trx: Db,
  { now, config }: Shop,
  { before, planned, rows, ...change }: LinesChange,
  { locked, by }: { readonly locked: LockedLines; readonly by: SignedInUser },
): Promise<void> {
  const at = now()
  const { stock, step, company } = locked
  const { id, number, po_number: poNumber, name, email, address } = before
  const lacked = byPosition(await findBackordered(trx, id))
  // Its own lines get nothing of what they give back.
  await replaceBackordered(trx, id, [])
  const lackedOf = ({ position }: LineRow): number => lacked.get(position) ?? 0
  await stock.write(
    changedLines(planned).map((line) => withoutGivenUp(line, before, lackedOf)),
    at,
  )
  const removed = removedLines(before, planned)
  await releaseStock(
    trx,
    removed.map((line) => ({ ...line, quantity: line.quantity - lackedOf(line) })),
    at,
  )
  const searchText = orderSearchText({
    number,
    poNumber,
    lines: rows,
    name,
    email,
    address,
    terms: change.terms,
  })
  await writeOtherLines(trx, id, { rows: rowsLacking(rows, before, lackedOf), searchText, ...change })
  const detail = changedLinesDetail(
    {
      lines: before.lines,
      payableCents: before.total_cents,
      delivery: readTerms(before.terms)?.delivery?.name,
    },
    { lines: rows, payableCents: change.payableCents, delivery: change.terms.delivery?.name },
  )
  await recordStep(trx, step, before, { actor: by.id, at, detail })
  if (by.id !== before.user_id) {
    const changes = [{ field: 'lines', from: null, to: detail }]
    await recordAudit(trx, { by, at, kind: 'order.changed', subject: id, changes })
  }
  if (company)
    await askAgain(trx, { before, company, payableCents: change.payableCents, by, at, holdMs: config.holdMs })
  await mailChange(trx, at, step, before)
}
