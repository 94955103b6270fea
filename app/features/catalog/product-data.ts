import { isSoldOut } from '#features/pricing/quantity-terms.ts'
import { partPath } from './paths.ts'
import type { Product } from './schema.ts'

/** What the structured data of a part is derived from. */
type OfferedProduct = Pick<
  Product,
  '_id' | 'sku' | 'name' | 'price' | 'prices' | 'minimum' | 'step' | 'quantity'
>

/** The listed parts as structured data of schema.org, for search engines; prices are dollars per piece. */
export const productListData = (products: readonly OfferedProduct[], publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: products.map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: offeredProduct(product, publicUrl),
  })),
})

interface PageData {
  readonly categories?: readonly string[]
  readonly picture?: string
  readonly shippingDetails?: object | undefined
}

/**
 * The structured data for a page about one part. `categories` has the names of those that it is in, the topmost first;
 * `picture` is the path of a picture of pixels, which some search engines require; `shippingDetails` says of its offer how
 * it is delivered.
 */
export const productPageData = (
  product: Product,
  publicUrl: string,
  { categories = [], picture, shippingDetails }: PageData = {},
) => ({
  '@context': 'https://schema.org',
  ...offeredProduct(product, publicUrl, shippingDetails),
  description: product.description,
  image: [picture, product.image].flatMap((path) => (path ? [new URL(path, publicUrl).href] : [])),
  ...(categories.length > 0 && { category: categories.join(' > ') }),
  additionalProperty: product.attributes.map(({ label, value, unit }) => ({
    '@type': 'PropertyValue',
    name: label,
    value,
    ...(unit !== undefined && { unitText: unit }),
  })),
  ...(product.weight !== undefined && {
    weight: { '@type': 'QuantitativeValue', value: product.weight, unitCode: 'GRM' },
  }),
  ...(product.origin !== undefined && { countryOfOrigin: { '@type': 'Country', name: product.origin } }),
})

const offeredProduct = (product: OfferedProduct, publicUrl: string, shippingDetails?: object) => ({
  '@type': 'Product',
  name: product.name,
  sku: product.sku,
  offers: {
    '@type': 'Offer',
    url: publicUrl + partPath(product.sku),
    priceCurrency: 'USD',
    price: product.price,
    eligibleQuantity: { '@type': 'QuantitativeValue', minValue: product.minimum },
    priceSpecification: product.prices.map(({ from, price }, index) => ({
      '@type': 'UnitPriceSpecification',
      priceCurrency: 'USD',
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
