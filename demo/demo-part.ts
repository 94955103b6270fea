import type { NewProduct } from '#features/catalog/schema.ts'
import type { Drawing } from './drawings/drawing.ts'

/** A sample part of the shop: `price` in dollars per piece, as a text. */
export interface DemoPart extends Readonly<Omit<NewProduct, 'sku' | 'price' | 'image'>> {
  readonly sku: string
  readonly price: string
  readonly drawing: Drawing
}
