import { priceBuyer, pricesFor } from '#features/agreed-prices/agreed-prices.ts'
import { findNamedProducts } from '#features/catalog/catalog.ts'
import type { BuyingCompany } from '#features/companies/companies.ts'
import { type Buyer, findStoredTerms, type OrderedLine, oneLineAddress } from '#features/orders/changing.ts'
import { readGivenVatId } from '#features/quote/order-terms.ts'
import type { VatService } from '#features/tax/tax.ts'
import { exactCents, totalCents } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { refuseUnknownParts } from '../offering/offered-parts.ts'
import {
  type OfferRow,
  readDeliverTo,
  readDelivery,
  readOffered,
  type VersionRow,
} from '../records/offer-rows.ts'

/**
 * The lines of the order: at the prices of the version, whatever those of now are. What the stock does not cover is on backorder.
 * Refused (404): a part that is not for sale.
 */
export async function readOfferedLines(
  shop: Shop,
  customer: Buyer,
  version: VersionRow,
): Promise<OrderedLine[]> {
  const offered = readOffered(version)
  const buyer = await priceBuyer(shop, customer.id)
  const products = await pricesFor(shop.db, buyer, await findNamedProducts(shop.db, offered))
  refuseUnknownParts(products)
  return offered.flatMap(({ quantity, priceE4, leadDays }, index) => {
    const product = products[index]
    if (!product) return []
    const line = {
      quantity,
      words: {},
      priceE4,
      totalCents: totalCents(priceE4, quantity),
      mayBackorder: true as const,
    }
    return [{ ...line, product: leadDays === undefined ? product : { ...product, leadDays } }]
  })
}

/** What stands for the address of an order whose offer has none: it is given on the page of the order. */
const NO_ADDRESS = 'The customer has not said where it goes yet.'

interface Offered {
  readonly offer: OfferRow
  readonly version: VersionRow
  readonly company: BuyingCompany | undefined
  readonly lines: readonly OrderedLine[]
}

/**
 * The delivery of the order for the price that was offered, with its days and its tax as they are now. Refused (409) when the shop
 * has that delivery no more.
 */
export async function findOfferedDelivery(
  context: { readonly shop: Shop; readonly vat: VatService },
  { offer, version, company, lines }: Offered,
) {
  const deliverTo = readDeliverTo(offer)
  const delivery = readDelivery(version)
  const {
    found,
    asked: _,
    ...stored
  } = await findStoredTerms(context, {
    lines: lines.map(({ product, quantity }) => ({ ...product, quantity })),
    linesCents: version.lines_cents,
    deliverTo,
    billTo: company?.billTo,
    delivery: delivery?._id,
    // What was offered without a delivery costs none.
    deliveryCents: delivery ? exactCents(delivery.price) : 0,
    vatId: readGivenVatId(company?.vatId),
  })
  if (delivery && !found.chosen)
    throw new AppError(
      'conflict',
      'The delivery of this offer is not there any more. Ask the shop for a new version.',
    )
  return {
    phone: deliverTo?.phone ?? '',
    address: deliverTo ? oneLineAddress(deliverTo) : NO_ADDRESS,
    ...stored,
  }
}
