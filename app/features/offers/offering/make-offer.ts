import '../tables.ts'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findNamedProducts } from '#features/catalog/catalog.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import { type BuyingCompany, findBuyingCompany } from '#features/companies/companies.ts'
import { type OrderPaper, offerPaper } from '#features/documents/documents.ts'
import { findStoredTerms, refuseTooMuch, type StoredTerms } from '#features/orders/changing.ts'
import { readGivenVatId, refuseUndelivered } from '#features/quote/order-terms.ts'
import { currentSettings, sellerTermsOf } from '#features/settings/settings.ts'
import type { VatService } from '#features/tax/tax.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import { compareAndSet } from '#kit/db/compare-and-set.ts'
import type { Db } from '#kit/db/db.ts'
import { centsToDollars, exactE4, totalCents } from '#kit/money.ts'
import { paperFormatOf } from '#kit/pdf/paper-format.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS } from '#kit/time.ts'
import { LONGEST_VALID_DAYS, MAXIMUM_VERSIONS } from '../limits.ts'
import { mailCustomer } from '../mails/offer-mails.ts'
import {
  findOfferRow,
  type OfferedLine,
  type OfferRow,
  readDeliverTo,
  toLine,
} from '../records/offer-rows.ts'
import { today } from '../records/read-offers.ts'
import type { MakeOffer } from '../schema.ts'
import { offerNumberText } from '../texts.ts'
import { refuseUnknownParts } from './offered-parts.ts'

/** A version as it is written. */
interface Terms {
  readonly lines: readonly OfferedLine[]
  readonly linesCents: number
  readonly payableCents: number
  readonly currency: string
  readonly stored: StoredTerms
}

/**
 * The staff make the next version of an offer: prices, lead times, delivery and last day. It is mailed with its document, and
 * replaces the version before. What its delivery costs and its tax are those of now. Refused, with nothing changed: an unknown offer or
 * part (404), another `revision` (409 `revision_changed`), one that is accepted or withdrawn (409), a day that is past or too far, a
 * delivery that does not go there, more than a card can pay (422).
 */
export async function makeOffer(
  shop: Shop,
  vat: VatService,
  staff: SignedInUser,
  id: string,
  given: MakeOffer,
): Promise<void> {
  const before = await findOfferRow(shop.db, id, staff)
  refuseOther(before, given.revision)
  await refuseDay(shop, given.validUntil)
  const company = await findCompanyOf(shop.db, before)
  const terms = await findTerms(shop, vat, { before, company, given })
  await shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const { revision, state } = before
    const offer = await compareAndSet(
      trx,
      'offers',
      { id, revision, state },
      {
        ...{ state: 'offered' as const, revision: revision + 1, valid_until: given.validUntil },
        ...{ to_answer: 0 as const, answer: null, changed_at: at },
      },
    )
    if (!offer) throw changedMeanwhile()
    const version = (await newestVersion(trx, id)) + 1
    if (version > MAXIMUM_VERSIONS)
      throw new AppError('too_many', `There are ${MAXIMUM_VERSIONS} versions, the most there can be.`)
    const paper = await paperOf(shop, { offer, company, given, terms, version, at })
    await insertVersion(trx, { offer, given, terms, version, paper, at })
    await recordAudit(trx, {
      by: staff,
      at,
      kind: 'offer.offered',
      subject: id,
      changes: [
        { field: 'payable', from: await payableBefore(trx, before), to: centsToDollars(terms.payableCents) },
        { field: 'validUntil', from: before.valid_until, to: given.validUntil },
      ],
    })
    await mailCustomer(trx, at, 'sent', offer)
  })
}

export const changedMeanwhile = (): AppError =>
  new AppError(productRefusals.revisionChanged, 'The offer was changed meanwhile. Look at it again.')

function refuseOther({ state, revision }: OfferRow, asked: number): void {
  if (state === 'accepted' || state === 'withdrawn')
    throw new AppError('conflict', `This offer is ${state}, so there is no other version of it.`)
  if (revision !== asked) throw changedMeanwhile()
}

async function refuseDay(shop: Shop, day: string): Promise<void> {
  const { timeZone } = (await currentSettings(shop)).delivery
  if (day < (await today(shop))) throw invalidField('validUntil', 'This day is past.')
  if (day > dayAt(shop.now() + LONGEST_VALID_DAYS * DAY_MS, timeZone))
    throw invalidField('validUntil', `An offer holds for at most ${LONGEST_VALID_DAYS} days.`)
}

/** The company that the offer is for, as long as who asked is a member of it. */
async function findCompanyOf(db: Db, { user_id, company_id }: OfferRow): Promise<BuyingCompany | undefined> {
  const company = await findBuyingCompany(db, user_id)
  return company_id === null || company?.id === company_id ? company : undefined
}

async function findTerms(
  shop: Shop,
  vat: VatService,
  {
    before,
    company,
    given,
  }: { readonly before: OfferRow; readonly company: BuyingCompany | undefined; readonly given: MakeOffer },
): Promise<Terms> {
  const products = await findNamedProducts(shop.db, given.lines)
  refuseUnknownParts(products)
  const parts = given.lines.flatMap((line, index) => {
    const product = products[index]
    return product ? [{ line, product }] : []
  })
  const lines = parts.map(({ line: { productId, quantity, price, leadDays }, product: { sku, name } }) => ({
    ...{ productId, sku, product: name, quantity, priceE4: exactE4(price) },
    ...(leadDays !== undefined && { leadDays }),
  }))
  const linesCents = lines.reduce((sum, { priceE4, quantity }) => sum + totalCents(priceE4, quantity), 0)
  refuseTooMuch({ lines: [] }, linesCents)
  const { found, asked, ...stored } = await findStoredTerms(
    { shop, vat },
    {
      lines: parts.map(({ line, product }) => ({
        weight: product.weight,
        leadDays: line.leadDays ?? product.leadDays,
        quantity: line.quantity,
      })),
      linesCents,
      deliverTo: readDeliverTo(before),
      billTo: company?.billTo,
      delivery: given.delivery,
      vatId: readGivenVatId(company?.vatId),
    },
  )
  refuseUndelivered(found, { ...asked, pointer: 'delivery' })
  refuseTooMuch({ lines: [] }, stored.payableCents)
  return {
    ...{ lines, linesCents, payableCents: stored.payableCents },
    ...{ currency: stored.currency, stored: stored.terms },
  }
}

async function newestVersion(trx: Db, offerId: string): Promise<number> {
  const { newest } = await trx
    .selectFrom('offer_versions')
    .select(({ fn }) => fn.max<number | null>('version').as('newest'))
    .where('offer_id', '=', offerId)
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

async function payableBefore(trx: Db, { id, revision }: OfferRow): Promise<number | null> {
  const row = await trx
    .selectFrom('offer_versions')
    .select('payable_cents')
    .where('offer_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row ? centsToDollars(row.payable_cents) : null
}

interface NewVersion {
  readonly offer: OfferRow
  readonly given: MakeOffer
  readonly terms: Terms
  readonly version: number
  readonly at: number
}

/** What its document says, with the seller of now: it never changes afterwards. */
async function paperOf(
  shop: Shop,
  { offer, company, given, terms, version, at }: NewVersion & { readonly company: BuyingCompany | undefined },
): Promise<OrderPaper> {
  const settings = await currentSettings(shop)
  const { delivery, tax, weight } = terms.stored
  return offerPaper({
    terms: sellerTermsOf(settings, shop.config),
    isSandbox: shop.config.stripe === undefined,
    format: paperFormatOf(settings.seller.address?.country),
    offer: {
      number: offerNumberText(offer.number),
      version,
      issuedAt: at,
      issuedOn: dayAt(at, settings.delivery.timeZone),
      validUntil: given.validUntil,
      note: given.note,
      lines: terms.lines.map((line) => {
        const { price = 0, lineTotal = 0, ...shown } = toLine(line)
        return { ...shown, unitPrice: price, lineTotal }
      }),
      totalPrice: centsToDollars(terms.linesCents),
      payable: centsToDollars(terms.payableCents),
      tax,
      delivery,
      weight,
      name: offer.name,
      address: '',
      billTo: company?.billTo ?? readDeliverTo(offer),
    },
  })
}

async function insertVersion(
  trx: Db,
  { offer, given, terms, version, paper, at }: NewVersion & { readonly paper: OrderPaper },
): Promise<void> {
  const { delivery, tax } = terms.stored
  await trx
    .insertInto('offer_versions')
    .values({
      offer_id: offer.id,
      revision: offer.revision,
      version,
      lines: JSON.stringify(terms.lines),
      delivery: delivery ? JSON.stringify(delivery) : null,
      tax: JSON.stringify(tax),
      lines_cents: terms.linesCents,
      payable_cents: terms.payableCents,
      currency: terms.currency,
      valid_until: given.validUntil,
      note: given.note ?? null,
      issued_at: at,
      paper: JSON.stringify(paper),
    })
    .execute()
}
