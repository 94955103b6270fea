import { E4 } from '#kit/ten-thousandths.ts'
import { GRAMS_PER_KG } from '../limits.ts'

/** Weights are whole ten-thousandths of a gram (`E4`), so that sums are exact. */

const E4_PER_KG = GRAMS_PER_KG * E4

/** Pieces of a product; `weight` is that of one piece in grams, with at most 4 decimals. */
export interface WeighedLine {
  readonly weight?: number | undefined
  readonly quantity: number
}

/** What the pieces of an order weigh, in ten-thousandths of a gram; undefined when a weight is unknown. */
export function orderWeight(lines: readonly WeighedLine[]): number | undefined {
  let sum = 0
  for (const { weight, quantity } of lines) {
    if (weight === undefined) return undefined
    sum += Math.round(weight * E4) * quantity
  }
  return sum
}

/** A weight in kg, rounded up to whole grams: never less than what the rates are asked for. */
export const weightToKg = (weightE4: number): number => Math.ceil(weightE4 / E4) / GRAMS_PER_KG

/** Whether something is not heavier than so many kg. */
export const isUpToKg = (weightE4: number, kg: number): boolean => weightE4 <= Math.round(kg * E4_PER_KG)
