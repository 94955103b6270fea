import type { Drawing } from './drawings/drawing.ts'

/** A sample part of the shop: `price` in dollars per piece, `quantity` in pieces on stock. */
export interface DemoPart {
  readonly sku: string
  readonly name: string
  readonly price: string
  readonly quantity: number
  readonly description: string
  readonly drawing: Drawing
}
