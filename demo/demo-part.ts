import type { NewProduct } from '#features/catalog/schema.ts'
import type { Drawing } from './drawn/drawing.ts'

interface Part extends Readonly<Omit<NewProduct, 'sku' | 'price' | 'prices' | 'image'>> {
  readonly sku: string
  /** The slug of its category in `categories.ts`. */
  readonly category: string
  /** The price breaks: from so many pieces on, one piece costs so many dollars, a decimal string. */
  readonly prices: Readonly<Record<number, string>>
  /** What the part's name, description and drawing say, by the keys of the category's attributes. */
  readonly attributes: Readonly<Record<string, string | number>>
  /** Grams, as the tables of its standard or of makers say, or else from its volume. */
  readonly weight: number
  readonly origin: string
  /** Of the Harmonized Tariff Schedule of the United States, as far as the part alone decides it. */
  readonly customsCode: string
}

/** A part whose drawing comes from the shape of its category: its kind is by which the catalogue is mixed. */
export interface ShapedPart extends Part {
  readonly kind: string
}

/** A part that no shape draws, with the measures of its own drawing. */
export interface DrawnPart extends Part {
  readonly drawing: Drawing
}

/** A part of the demo. */
export type DemoPart = ShapedPart | DrawnPart

export const kindOf = (part: DemoPart): string => ('drawing' in part ? part.drawing.kind : part.kind)

/**
 * The part as an admin enters it. The image is the address of its drawing. A required field of products that is the same for
 * all parts of the demo is left out of `Part`, and set here.
 */
export const toProduct = (part: DemoPart) => ({
  ...part,
  // Keys that are whole numbers are listed in ascending order.
  prices: Object.entries(part.prices).map(([from, price]) => ({ from: Number(from), price: Number(price) })),
  image: `/drawings/${part.sku}.svg`,
})
