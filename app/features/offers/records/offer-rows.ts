import '../tables.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { rightRequired, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight, holdsRight } from '#features/accounts/rights.ts'
import { isMemberOf, mayApproveIn } from '#features/companies/companies.ts'
import { addressLines } from '#features/delivery/delivery.ts'
import type { Address } from '#features/delivery/schema.ts'
import type { QuotedDelivery } from '#features/quote/schema.ts'
import type { Tax } from '#features/tax/schema.ts'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import { centsToDollars, e4ToDollars, totalCents } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { toIso } from '#kit/time.ts'
import type { Offer, OfferLine, OfferVersion } from '../schema.ts'
import { offerNumberText } from '../texts.ts'

export type OfferRow = Selectable<Schema['offers']>

export type VersionRow = Selectable<Schema['offer_versions']>

/** A line as it was asked for, with the names of that time. */
export interface AskedLine extends Pick<OfferLine, 'productId' | 'sku' | 'product' | 'quantity' | 'wanted'> {}

/** A line as it was offered. */
export interface OfferedLine
  extends Pick<OfferLine, 'productId' | 'sku' | 'product' | 'quantity' | 'leadDays'> {
  readonly priceE4: number
}

/** Who calls, and may see offers as a customer. */
export type Caller = Pick<SignedInUser, 'id' | 'role' | 'rights' | 'lacksFactor'>

/** Those that a caller asked for; for a company while the caller is a member of it. */
export const askedBy = ({ id }: Pick<Caller, 'id'>): RawBuilder<boolean> =>
  sql`(offers.user_id = ${id} and (offers.company_id is null or ${isMemberOf(id, 'offers.company_id')}))`

/** Those of a caller's side: asked by the caller, or for the company of which the caller is an approver or a manager. */
export const ofCustomer = (caller: Pick<Caller, 'id'>): RawBuilder<boolean> =>
  sql`(${askedBy(caller)} or (offers.company_id is not null and ${mayApproveIn(caller.id, 'offers.company_id')}))`

/** Those that a caller may read: staff those of all. */
export const readableOffers = (caller: Caller): RawBuilder<boolean> =>
  hasRight(caller, 'orders') ? sql`1 = 1` : ofCustomer(caller)

/** The refusal of an offer that is not the caller's. Staff who lack a second factor learn that, of any id alike. */
const notTheirs = (caller: Caller): AppError =>
  holdsRight(caller, 'orders') && !hasRight(caller, 'orders')
    ? rightRequired('orders', caller)
    : new AppError('not_found', 'There is no such offer.')

/** The offer, if it is one of these. Refused (404) otherwise. */
export async function findOfferRow(
  db: Db,
  id: string,
  caller: Caller,
  whose: RawBuilder<boolean> = readableOffers(caller),
): Promise<OfferRow> {
  const row = await db
    .selectFrom('offers')
    .selectAll()
    .where('offers.id', '=', id)
    .where(whose)
    .executeTakeFirst()
  if (!row) throw notTheirs(caller)
  return row
}

export const readAsked = ({ lines }: Pick<OfferRow, 'lines'>): AskedLine[] => JSON.parse(lines)

export const readOffered = ({ lines }: Pick<VersionRow, 'lines'>): OfferedLine[] => JSON.parse(lines)

export const readDelivery = ({ delivery }: Pick<VersionRow, 'delivery'>): QuotedDelivery | undefined =>
  delivery === null ? undefined : JSON.parse(delivery)

export const readDeliverTo = ({ deliver_to }: Pick<OfferRow, 'deliver_to'>): Address | undefined =>
  deliver_to === null ? undefined : JSON.parse(deliver_to)

/** The versions of these offers, the newest first; of an offer only the newest when that is all that is asked. */
export async function findVersions(db: Db, offers: readonly OfferRow[], onlyNewest = false) {
  const ids = offers.map(({ id }) => id)
  if (ids.length === 0) return new Map<string, VersionRow[]>()
  const rows = await db
    .selectFrom('offer_versions')
    .innerJoin('offers', 'offers.id', 'offer_versions.offer_id')
    .selectAll('offer_versions')
    .where('offer_id', 'in', ids)
    .$if(onlyNewest, (versions) => versions.whereRef('offer_versions.revision', '=', 'offers.revision'))
    .orderBy('offer_id')
    .orderBy('offer_versions.revision', 'desc')
    .execute()
  return Map.groupBy(rows, ({ offer_id }) => offer_id)
}

export const toLine = ({ priceE4, ...line }: OfferedLine): OfferLine => ({
  ...line,
  price: e4ToDollars(priceE4),
  lineTotal: centsToDollars(totalCents(priceE4, line.quantity)),
})

export function toVersion(row: VersionRow): OfferVersion {
  const delivery = readDelivery(row)
  return {
    revision: row.revision,
    version: row.version,
    at: toIso(row.issued_at),
    ...(row.note !== null && { note: row.note }),
    lines: readOffered(row).map(toLine),
    ...(delivery && { delivery }),
    tax: JSON.parse(row.tax) as Tax,
    totalPrice: centsToDollars(row.lines_cents),
    payable: centsToDollars(row.payable_cents),
    validUntil: row.valid_until,
  }
}

/** Whether the newest version cannot be accepted any more on that day of the shop. */
export const isExpired = ({ state, valid_until }: OfferRow, today: string): boolean =>
  state === 'offered' && valid_until !== null && valid_until < today

const isWaiting = ({ state, to_answer }: Pick<OfferRow, 'state' | 'to_answer'>): boolean =>
  state === 'asked' || to_answer === 1

/** What an answer is about besides the row. */
interface OfferContext {
  readonly today: string
  readonly version: VersionRow | undefined
  readonly orderNumber?: string | undefined
  readonly isForStaff: boolean
  /** Whether the caller is of the side that may accept it. */
  readonly isCustomer: boolean
}

export function toOffer(row: OfferRow, context: OfferContext): Offer {
  const deliverTo = readDeliverTo(row)
  const {
    version,
    lines,
    at: _at,
    note,
    revision: _revision,
    ...terms
  } = context.version
    ? toVersion(context.version)
    : { version: undefined, lines: readAsked(row), at: '', note: undefined, revision: 0 }
  const expired = isExpired(row, context.today)
  return {
    _id: row.id,
    number: offerNumberText(row.number),
    revision: row.revision,
    state: row.state,
    ...(expired && { expired: true as const }),
    at: toIso(row.created_at),
    changedAt: toIso(row.changed_at),
    name: row.name,
    ...(row.company_id !== null && { company: { _id: row.company_id, name: row.company_name ?? '' } }),
    ...(row.note !== null && { note: row.note }),
    ...(deliverTo && { deliverTo, addressLines: addressLines(deliverTo) }),
    ...(version !== undefined && { version }),
    ...(note !== undefined && { offerNote: note }),
    ...terms,
    lines,
    ...(row.order_id !== null && { order: { _id: row.order_id, number: context.orderNumber ?? '' } }),
    ...(row.accepted_by !== null && { acceptedBy: row.accepted_by }),
    ...(row.answer !== null && { reason: row.answer }),
    ...(context.isForStaff && { email: row.email, ...(isWaiting(row) && { waits: true as const }) }),
    ...(context.isCustomer && row.state === 'offered' && !expired && { mayAccept: true as const }),
  }
}
