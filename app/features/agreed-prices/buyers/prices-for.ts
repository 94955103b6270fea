import '../tables.ts'
import { fieldKinds } from '#features/catalog/fields.ts'
import { findPricingCompany, type PricingCompany } from '#features/companies/companies.ts'
import { firstBreak, type PriceBreak, type PricedProduct } from '#features/pricing/price-line.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { dayAt } from '#kit/days/time-zone.ts'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import type { Shop } from '#kit/shop.ts'
import { discounted, isSameLadder } from './agreed-ladder.ts'

/** Who would pay the prices, and on which day of the shop. */
export type PriceBuyer =
  | {
      /** Of the account. */
      readonly id: string
      readonly day: string
      /** Only for what it buys for this company, or with null for itself; else for whatever company it is in. */
      readonly companyId?: string | null
    }
  | undefined

/** Who is nobody in particular: everybody may be told these prices. */
export const VISITOR: PriceBuyer = undefined

/** An account that buys today. */
export const priceBuyer = async (
  shop: Shop,
  id: string,
  companyId?: string | null,
): Promise<NonNullable<PriceBuyer>> => ({
  id,
  day: dayAt(shop.now(), await shopTimeZone(shop)),
  ...(companyId !== undefined && { companyId }),
})

/** A product with the prices of the list. */
interface ListedProduct extends PricedProduct {
  readonly _id: string
  /** Another one than before if the prices of the list may be others: under its lock an order is compared with it. */
  readonly revision: number
}

/** By what a member of a company pays a product. */
export interface AgreedTerms {
  readonly companyId: string
  /** Another one than before if the prices of its members may be others, those of the list aside. */
  readonly pricesRevision: number
  /** The prices are not those of the list. */
  readonly isAgreed: boolean
}

declare const PRICED: unique symbol

/** A product with the prices of a buyer: what may be charged and quoted. Only {@link pricesFor} makes one. */
export type PricedFor<Product> = Product extends ListedProduct
  ? Product & { readonly [PRICED]: true; readonly agreed?: AgreedTerms }
  : Product

/**
 * The products with the prices of the buyer, in their sequence; what is undefined stays so. Whoever charges or quotes a price on
 * the server asks here, once for all products of a list: see docs/decisions/0069-prices-for-a-buyer.md. The members of a company
 * pay what is agreed with it, or the list less its discount; all others the list, for which one row is looked for.
 */
export async function pricesFor<const Products extends readonly (ListedProduct | undefined)[]>(
  db: Db,
  buyer: PriceBuyer,
  products: Products,
): Promise<{ [Index in keyof Products]: PricedFor<Products[Index]> }> {
  type Priced = { [Index in keyof Products]: PricedFor<Products[Index]> }
  if (!buyer || buyer.companyId === null) return products as Priced
  const company = await findPricingCompany(db, buyer.id)
  const isBuyersCompany = buyer.companyId === undefined || buyer.companyId === company?.id
  if (!company || !isBuyersCompany) return products as Priced
  const ids = products.flatMap((product) => product?._id ?? [])
  const agreed = await findAgreed(db, company.id, { ids, day: buyer.day })
  return products.map((product) => product && priced(product, company, agreed.get(product._id))) as Priced
}

function priced<Product extends ListedProduct>(
  product: Product,
  { id: companyId, pricesRevision, discountE4 }: PricingCompany,
  ladder: PriceBreak[] | undefined,
) {
  const prices = ladder ?? discounted(product.prices, discountE4)
  const isAgreed = !isSameLadder(prices, product.prices)
  return {
    ...product,
    prices,
    ...('price' in product && { price: firstBreak(prices).price }),
    agreed: { companyId, pricesRevision, isAgreed },
  }
}

/** The price breaks that are agreed with a company for that day, by product. One statement, by index. */
async function findAgreed(
  db: Db,
  companyId: string,
  { ids, day }: { readonly ids: readonly string[]; readonly day: string },
): Promise<Map<string, PriceBreak[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('agreed_prices')
    .select(['product_id', 'prices'])
    .where('company_id', '=', companyId)
    .where(isAmong(db, 'product_id', ids))
    .where('valid_from', '<=', day)
    .where('valid_to', '>=', day)
    .execute()
  return new Map(rows.map((row) => [row.product_id, fieldKinds.priceBreaks.fromColumn(row.prices)]))
}

/**
 * Whether products cost the company that was locked what they cost when they were priced; undefined is no company. Prices of
 * another company, and those from before it joined or from before a change, are others.
 */
export const arePricesOf = (
  company: Pick<PricingCompany, 'id' | 'pricesRevision'> | undefined,
  products: readonly { readonly agreed?: AgreedTerms }[],
): boolean =>
  products.every(
    ({ agreed }) => agreed?.companyId === company?.id && agreed?.pricesRevision === company?.pricesRevision,
  )
