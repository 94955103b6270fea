import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import { currencyCode } from '#kit/identity/shop-currency.ts'
import { partPath } from './paths.ts'
import type { Product } from './schema.ts'

/** What the structured data of a part is derived from. */
type OfferedProduct = Pick<
  Product,
  '_id' | 'sku' | 'name' | 'price' | 'prices' | 'minimum' | 'step' | 'quantity'
>

/** The listed parts as structured data of schema.org, for search engines; prices are per piece. */
export const productListData = (products: readonly OfferedProduct[], publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: products.map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: offeredProduct(product, publicUrl),
  })),
})

/** A part and what it is offered for. `shippingDetails` says how it is delivered. */
export const offeredProduct = (product: OfferedProduct, publicUrl: string, shippingDetails?: object) => ({
  '@type': 'Product',
  name: product.name,
  sku: product.sku,
  offers: {
    '@type': 'Offer',
    url: publicUrl + partPath(product.sku),
    priceCurrency: currencyCode(),
    price: product.price,
    eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minimum },
    priceSpecification: product.prices.map(({ from, price }, index) => ({
      '@type': 'UnitPriceSpecification',
      priceCurrency: currencyCode(),
      price,
      eligibleQuantity: {
        '@type': 'QuantitativeValue',
        minValue: from,
        ...(product.prices[index + 1] && { maxValue: (product.prices[index + 1]?.from ?? 0) - 1 }),
      },
    })),
    availability: `https://schema.org/${isSoldOut(product) ? 'OutOfStock' : 'InStock'}`,
    ...(shippingDetails && { shippingDetails }),
  },
})
