import type { NewProduct } from '#features/catalog/schema.ts'
import type { Drawing } from './drawings/drawing.ts'

/** A part of the demo; `price` is a decimal string in dollars per piece. */
export interface DemoPart extends Readonly<Omit<NewProduct, 'sku' | 'price' | 'image'>> {
  readonly sku: string
  readonly price: string
  readonly drawing: Drawing
}
