import type { ProductRow } from '../products/product-rows.ts'
import type { Product } from '../schema.ts'

type Pictures = Product['images']

/**
 * The pictures of a row: its `image` first. A change of that alone, such as by an import, takes the place of the first picture,
 * whose text was about another one.
 */
export function picturesOf({ image, pictures }: Pick<ProductRow, 'image' | 'pictures'>): Pictures {
  const [first, ...others] = pictures === null ? [] : (JSON.parse(pictures) as Pictures)
  return [first?.image === image ? first : { image }, ...others.filter((other) => other.image !== image)]
}

/** The column of these pictures. */
export function toPicturesColumn(images: Pictures): string | null {
  const isPlain = images.length === 1 && images[0]?.alt === undefined
  return isPlain ? null : JSON.stringify(images.map(({ image, alt }) => ({ image, ...(alt && { alt }) })))
}
