import type { Product } from '#features/catalog/schema.ts'
import {
  cheapestFirst,
  type DispatchPromise,
  offeredDeliveries,
  orderWeight,
  promiseDispatch,
} from '#features/delivery/delivery.ts'
import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import type { Settings } from '#features/settings/schema.ts'
import { currentSettings, sellerPlace } from '#features/settings/settings.ts'
import { currencyCode } from '#kit/identity/shop-currency.ts'
import { centsToDollars, exactE4, totalCents } from '#kit/money.ts'
import { showsUntil } from '#kit/public-cache/shown.ts'
import type { Shop } from '#kit/shop.ts'

interface PartDelivery {
  /** When the part ships if it is ordered now; undefined when it is sold out, or nothing is delivered. */
  readonly dispatch?: DispatchPromise
  /** Its smallest order at home as structured data of schema.org; undefined when nothing delivers it there. */
  readonly shippingDetails?: object
}

/** How the page of a part says that it is delivered. */
export async function findPartDelivery(
  shop: Pick<Shop, 'db' | 'config' | 'now'>,
  product: Product,
): Promise<PartDelivery> {
  const settings = await currentSettings(shop)
  if (settings.delivery.methods.length === 0 || isSoldOut(product)) return {}
  const now = shop.now()
  const dispatch = promiseDispatch({
    settings: settings.delivery,
    seller: sellerPlace(settings),
    leadDays: product.leadDays ?? 0,
    now,
  })
  showsUntil(dispatch.until)
  const shippingDetails = describeShipping(settings, product, now)
  return { dispatch, ...(shippingDetails && { shippingDetails }) }
}

/** https://schema.org/OfferShippingDetails of the smallest order, delivered in the country of the seller. */
function describeShipping(settings: Settings, product: Product, now: number): object | undefined {
  const { price, minimum: quantity, weight, leadDays = 0 } = product
  const seller = sellerPlace(settings)
  const consignment = {
    weightE4: orderWeight([{ weight, quantity }]),
    linesCents: totalCents(exactE4(price), quantity),
    leadDays,
  }
  const rules = settings.delivery
  const [cheapest] = cheapestFirst(
    offeredDeliveries({ settings: rules, seller, to: seller, consignment, now }),
  )
  const method = rules.methods.find(({ _id }) => _id === cheapest?._id)
  if (!cheapest || !method) return undefined
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: centsToDollars(cheapest.priceCents),
      currency: currencyCode(),
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: seller.country },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      // What is ordered after the cut-off is made ready a day later.
      handlingTime: daysBetween(leadDays, leadDays + 1),
      transitTime: daysBetween(method.days.from, method.days.to),
    },
  }
}

const daysBetween = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})
