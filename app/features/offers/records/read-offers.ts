import { type RawBuilder, sql } from 'kysely'
import { hasRight } from '#features/accounts/rights.ts'
import { priceBuyer, pricesFor } from '#features/agreed-prices/agreed-prices.ts'
import { findNamedProducts, findQuotedProducts } from '#features/catalog/catalog.ts'
import '#features/orders/tables.ts'
import { priceLine } from '#features/pricing/price-line.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit, type RowCount } from '#kit/db/row-counts.ts'
import { e4ToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import type { Offer, OfferLine, OffersQuery } from '../schema.ts'
import type { OfferFilter } from '../states.ts'
import { offerNumberText } from '../texts.ts'
import { listMessages } from './message-rows.ts'
import {
  askedBy,
  type Caller,
  findOfferRow,
  findVersions,
  type OfferRow,
  ofCustomer,
  readAsked,
  readableOffers,
  toOffer,
  toVersion,
} from './offer-rows.ts'

/** The day that it is in the shop. */
export const today = async (shop: Shop): Promise<string> => dayAt(shop.now(), await shopTimeZone(shop))

// As the index has them: SQLite uses it only for a query with its conditions word for word.
const WAITS = sql<boolean>`state = 'asked' or to_answer = 1`

const isIn = (state: OfferFilter) =>
  state === 'waiting' ? sql<boolean>`(${WAITS})` : sql<boolean>`offers.state = ${state}`

/** The offers that the caller may read, newest first; of the staff those of all, unless only the own are asked for. */
export function listOffers(shop: Shop, caller: Caller, query: OffersQuery): Promise<Paged<Offer>> {
  const isForStaff = hasRight(caller, 'orders') && query.own === undefined
  const whose = isForStaff ? readableOffers(caller) : ofCustomer(caller)
  return listThose(shop, whose, query, isForStaff)
}

/** Those that an account asked for and may still read, for the data of its owner. */
export const listAskedOffers = (shop: Shop, { id }: Pick<Caller, 'id'>, after: string | undefined) =>
  listThose(shop, askedBy({ id }), { after }, false)

async function listThose(
  shop: Shop,
  whose: RawBuilder<boolean>,
  { state, ...query }: OffersQuery,
  isForStaff: boolean,
): Promise<Paged<Offer>> {
  const { db } = shop
  const page = readPage(query, ['string'])
  const [after] = page.after ?? []
  const listed = sql<boolean>`${sql.join([whose, ...(state ? [isIn(state)] : [])], sql` and `)}`
  const rows = await db
    .selectFrom('offers')
    .selectAll()
    .where(listed)
    .$if(after !== undefined, (list) => list.where('offers.id', '<', String(after)))
    .orderBy('offers.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const count = await countUpToLimit(db, sql`select 1 from offers where ${listed}`)
  const paged = toPaged(rows, page, count, ({ id }) => [id])
  const versions = await findVersions(db, paged.rows, true)
  const numbers = await findOrderNumbers(db, paged.rows)
  const context = { today: await today(shop), isForStaff, isCustomer: !isForStaff }
  return {
    ...paged,
    rows: paged.rows.map((row) =>
      toOffer(row, {
        ...context,
        version: versions.get(row.id)?.[0],
        orderNumber: numbers.get(row.order_id ?? ''),
      }),
    ),
  }
}

/** How many offers wait for the staff. */
export const countWaitingOffers = (db: Db): Promise<RowCount> =>
  countUpToLimit(db, sql`select 1 from offers where (${WAITS})`)

async function findOrderNumbers(db: Db, offers: readonly OfferRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = offers.flatMap(({ order_id }) => order_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** An offer with all that belongs to it. Refused (404) another's. */
export async function readOffer(shop: Shop, caller: Caller, id: string): Promise<Offer> {
  const { db } = shop
  const row = await findOfferRow(db, id, caller)
  const isForStaff = hasRight(caller, 'orders')
  const isCustomer = await isOfCustomer(db, row, caller)
  const versions = (await findVersions(db, [row])).get(row.id) ?? []
  const numbers = await findOrderNumbers(db, [row])
  const offer = toOffer(row, {
    today: await today(shop),
    version: versions[0],
    orderNumber: numbers.get(row.order_id ?? ''),
    isForStaff,
    isCustomer,
  })
  return {
    ...offer,
    lines: await withPart(shop, row, offer.lines, isForStaff),
    asked: readAsked(row),
    versions: versions.map(toVersion),
    messages: await listMessages(db, row.id, isForStaff),
  }
}

/** The offer of the side of a caller, who may accept and decline it. Refused: another's (404), and staff of another side (403). */
export async function findOwnOffer(db: Db, caller: Caller, id: string): Promise<OfferRow> {
  const row = await findOfferRow(db, id, caller)
  if (await isOfCustomer(db, row, caller)) return row
  throw new AppError('forbidden', 'Only who asked for the offer, or an approver of the company, may do this.')
}

/** How the offers with these ids are called. */
export async function findOfferNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('offers').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, offerNumberText(number)]))
}

/** Whether the caller is of the side of the customer. */
async function isOfCustomer(db: Db, { id }: OfferRow, caller: Caller): Promise<boolean> {
  const own = await db
    .selectFrom('offers')
    .select('id')
    .where('offers.id', '=', id)
    .where(ofCustomer(caller))
    .executeTakeFirst()
  return own !== undefined
}

/** The lines with their pictures; for the staff with what the part costs this buyer otherwise, and how many there are. */
async function withPart(
  shop: Shop,
  { user_id, company_id }: OfferRow,
  lines: readonly OfferLine[],
  isForStaff: boolean,
): Promise<OfferLine[]> {
  const { db } = shop
  const pictures = await findQuotedProducts(db, { skus: [], ids: lines.map(({ productId }) => productId) })
  const listed = isForStaff ? await findNamedProducts(db, lines) : []
  const agreed = isForStaff
    ? await pricesFor(db, await priceBuyer(shop, user_id, company_id ?? undefined), listed)
    : []
  return lines.map((line, index) => {
    const picture = pictures.byId(line.productId)
    const [part, own] = [listed[index], agreed[index]]
    return {
      ...line,
      ...(picture && { image: picture.image }),
      ...(part &&
        own && {
          available: part.quantity,
          listPrice: e4ToDollars(priceLine(part, line.quantity).priceE4),
          agreedPrice: e4ToDollars(priceLine(own, line.quantity).priceE4),
        }),
    }
  })
}
