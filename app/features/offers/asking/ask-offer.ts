import '../tables.ts'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { findNamedProducts } from '#features/catalog/catalog.ts'
import { type BuyingCompany, refuseUnverified } from '#features/companies/companies.ts'
import type { Address } from '#features/delivery/schema.ts'
import { findOrderingCompany, readAddress } from '#features/orders/changing.ts'
import type { Db } from '#kit/db/db.ts'
import { nextNumber } from '#kit/db/row-counts.ts'
import { newId } from '#kit/id.ts'
import { type RequestKey, refuseReusedKey, requestKey } from '#kit/request-key.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { MAXIMUM_ASKED } from '../limits.ts'
import { mailStaff } from '../mails/offer-mails.ts'
import { refuseUnknownParts } from '../offering/offered-parts.ts'
import type { AskedLine, OfferRow } from '../records/offer-rows.ts'
import type { AskOffer } from '../schema.ts'

/**
 * A customer asks for an offer: for any quantities, for the company if there is one, which also says where it goes unless the
 * request does. The staff get a mail. Refused, with nothing changed: an e-mail that is not verified and a blocked company (403),
 * an unknown part (404), an address that is none (422), too many that wait already (409), the key of another request (422).
 */
export async function askForOffer(
  shop: Shop,
  user: SignedInUser,
  asked: AskOffer,
  sentKey: string | undefined,
): Promise<string> {
  refuseUnverified(user)
  const company = await findOrderingCompany(shop.db, user)
  const lines = await readLines(shop.db, asked)
  const deliverTo =
    (asked.deliverTo && (await readAddress({ shop, bookOf: user.id }, 'deliverTo', asked.deliverTo))) ??
    company?.billTo
  const key = requestKey(sentKey, asked)
  return shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, user)
    const earlier = key && (await findEarlier(trx, user, key))
    if (earlier !== undefined) return earlier
    await refuseTooMany(trx, user)
    const at = shop.now()
    const offer = await insertOffer(trx, { user, company, lines, note: asked.note, deliverTo, key, at })
    await mailStaff(trx, shop, { about: 'asked', offer, by: user.name, text: asked.note, at })
    return offer.id
  })
}

async function readLines(db: Db, { lines }: AskOffer): Promise<AskedLine[]> {
  const products = await findNamedProducts(db, lines)
  refuseUnknownParts(products)
  return lines.flatMap(({ productId, quantity, wanted }, index) => {
    const part = products[index]
    if (!part) return []
    return [
      { productId, sku: part.sku, product: part.name, quantity, ...(wanted !== undefined && { wanted }) },
    ]
  })
}

async function findEarlier(trx: Db, { id }: SignedInUser, key: RequestKey): Promise<string | undefined> {
  const earlier = await trx
    .selectFrom('offers')
    .select(['id', 'idempotency_hash'])
    .where('user_id', '=', id)
    .where('idempotency_key', '=', key.idempotency_key)
    .executeTakeFirst()
  if (earlier) refuseReusedKey(key, earlier, 'another offer')
  return earlier?.id
}

async function refuseTooMany(trx: Db, { id }: SignedInUser): Promise<void> {
  const { asked } = await trx
    .selectFrom('offers')
    .select(({ fn }) => fn.countAll<number>().as('asked'))
    .where('user_id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirstOrThrow()
  if (Number(asked) >= MAXIMUM_ASKED)
    throw new AppError(
      'too_many',
      `${MAXIMUM_ASKED} offers that you asked for wait for the shop, the most at a time. Wait for them, or decline one.`,
    )
}

interface NewOffer {
  readonly user: SignedInUser
  readonly company: BuyingCompany | undefined
  readonly lines: readonly AskedLine[]
  readonly note: string | undefined
  readonly deliverTo: Address | undefined
  readonly key: RequestKey | undefined
  readonly at: number
}

async function insertOffer(trx: Db, given: NewOffer): Promise<OfferRow> {
  const { user, company, lines, note, deliverTo, key, at } = given
  return trx
    .insertInto('offers')
    .values({
      id: newId(at),
      number: await nextNumber(trx, 'offers'),
      user_id: user.id,
      name: user.name,
      email: user.email,
      company_id: company?.id ?? null,
      company_name: company?.name ?? null,
      state: 'asked',
      lines: JSON.stringify(lines),
      note: note ?? null,
      deliver_to: deliverTo ? JSON.stringify(deliverTo) : null,
      valid_until: null,
      order_id: null,
      accepted_by: null,
      answer: null,
      ...(key ?? { idempotency_key: null, idempotency_hash: null }),
      created_at: at,
      changed_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
