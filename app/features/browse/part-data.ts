import { offeredProduct } from '#features/catalog/product-data.ts'
import type { Product } from '#features/catalog/schema.ts'

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
  image: [picture, ...product.images.map(({ image }) => image)].flatMap((path) =>
    path ? [new URL(path, publicUrl).href] : [],
  ),
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
