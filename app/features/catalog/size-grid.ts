import { sortNaturally } from '#kit/sort-naturally.ts'
import type { Product } from './schema.ts'

export type Attribute = Product['attributes'][number]

export type Value = Attribute['value']

/** At most so many values of a size are shown, around that of the part. */
const WINDOW = 7

/** More attributes than these are not read, so that a query stays small. */
const MAXIMUM_SIZES = 4
const MAXIMUM_OTHERS = 8

/** A text such as M8, G 1/4 or 6201: at most two letters before its first digit. "DIN 933" names no size. */
const SIZE_TEXT = /^\p{L}{0,2} ?\d/u

/**
 * Tells the sizes of a part from what else describes it, such as its material. A size is a number, or one of the first
 * two attributes if its text looks like one.
 */
export function splitAttributes(attributes: readonly Attribute[]): {
  sizes: Attribute[]
  others: Attribute[]
} {
  const isSize = ({ value }: Attribute, index: number): boolean =>
    typeof value === 'number' || (index < 2 && SIZE_TEXT.test(value))
  return {
    sizes: attributes.filter(isSize).slice(0, MAXIMUM_SIZES),
    others: attributes
      .filter((attribute, index) => typeof attribute.value === 'string' && !isSize(attribute, index))
      .slice(0, MAXIMUM_OTHERS),
  }
}

/** The values next to `value`, which is one of them, in their sequence. */
export function nearestValues(values: readonly Value[], value: Value): Value[] {
  const sorted = sortNaturally(values)
  const first = sorted.indexOf(value) - Math.floor(WINDOW / 2)
  const start = Math.max(0, Math.min(first, sorted.length - WINDOW))
  return sorted.slice(start, start + WINDOW)
}
