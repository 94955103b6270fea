import { sortNaturally } from '#kit/text/sort-naturally.ts'
import type { AttributeValues, Product } from '../schema.ts'

export type Attribute = Product['attributes'][number]

type Value = Attribute['value']

/** A part of the grid. */
export interface Neighbour extends Pick<Product, 'sku' | 'name'> {
  /** Dollars per piece of the minimum. */
  readonly price: number
}

/** A size and its values in the grid, the smallest first. */
interface Axis extends Pick<Attribute, 'key' | 'label' | 'unit'> {
  readonly values: readonly Value[]
}

/** A part and those of its category in the next sizes. */
export interface Neighbours {
  readonly rows: Axis
  /** The second size; without it each row has one cell. */
  readonly columns?: Axis
  /** By rows and columns; null where there is no part. */
  readonly cells: readonly (readonly (Neighbour | null)[])[]
  /** What all these parts have in common besides, such as their material. */
  readonly same: readonly Attribute[]
  /** In what else some of them differ. */
  readonly different: readonly Attribute[]
}

/** A part that can be in the grid, with all its attributes. */
export interface GridPart extends Neighbour {
  readonly id: string
  readonly values: AttributeValues
}

/** The parts to show, one for each value of the first size, or for each pair of values. */
export interface Grid {
  readonly first: Attribute
  readonly second?: Attribute
  readonly parts: readonly GridPart[]
}

/** The part in the middle of a grid. */
interface Centre {
  readonly id: string
  readonly sizes: readonly Attribute[]
  readonly others: readonly Attribute[]
}

/** At most so many values of a size are shown, around that of the part. */
const WINDOW = 7

/** More attributes than these are not read, so that a query stays small. */
const MAXIMUM_SIZES = 4
const MAXIMUM_OTHERS = 8

/** A text such as M8, G 1/4 or 6201: at most two letters before its first digit. "DIN 933" names no size. */
export const SIZE_TEXT = /^\p{L}{0,2} ?\d/u

/** The attributes that say what kind of part it is: with another standard the same sizes are another part. */
export const KINDS: ReadonlySet<string> = new Set(['standard', 'type', 'shape', 'form', 'kind'])

/** Whether two parts are of the same kind, as far as they have such attributes. */
export const isSameKind = (a: GridPart, b: GridPart): boolean =>
  [...KINDS].every((key) => a.values[key] === b.values[key])

/**
 * Tells the sizes of a part from what else describes it, such as its material. A size is a number, or one of the first
 * two attributes if its text looks like one. The first `kinds` of the others say what kind of part it is.
 */
export function splitAttributes(attributes: readonly Attribute[]): {
  sizes: Attribute[]
  others: Attribute[]
  kinds: number
} {
  const isSize = ({ value }: Attribute, index: number): boolean =>
    typeof value === 'number' || (index < 2 && SIZE_TEXT.test(value))
  const texts = attributes.filter(
    (attribute, index) => typeof attribute.value === 'string' && !isSize(attribute, index),
  )
  const kinds = texts.filter(({ key }) => KINDS.has(key))
  return {
    sizes: attributes.filter(isSize).slice(0, MAXIMUM_SIZES),
    others: [...kinds, ...texts.filter(({ key }) => !KINDS.has(key))].slice(0, MAXIMUM_OTHERS),
    kinds: kinds.length,
  }
}

/** The values next to `value`, which is one of them, in their sequence. */
export function nearestValues(values: readonly Value[], value: Value): Value[] {
  const sorted = sortNaturally(values)
  const first = sorted.indexOf(value) - Math.floor(WINDOW / 2)
  const start = Math.max(0, Math.min(first, sorted.length - WINDOW))
  return sorted.slice(start, start + WINDOW)
}

/**
 * The parts around one of them by the first size that varies, and by the next that the first one does not determine, as a
 * thread determines the width across flats. Undefined if no size varies.
 */
export function findGrid(parts: readonly GridPart[], centre: Centre): Grid | undefined {
  const [first, ...rest] = centre.sizes.filter(({ key }) => valuesOf(key, parts).length > 1)
  if (!first) return undefined
  const inRows = nearestParts(bestFirst(parts, centre), first)
  for (const second of rest) {
    const cells = onePerCell(nearestParts(inRows, second), [first, second])
    if (cells.length > valuesOf(first.key, cells).length) return { first, second, parts: cells }
  }
  return { first, parts: onePerCell(inRows, [first]) }
}

/** The different values of an attribute. */
const valuesOf = (key: string, parts: readonly GridPart[]): Value[] => [
  ...new Set(parts.flatMap((part) => part.values[key] ?? [])),
]

/** The part itself, then those that share most of its other attributes. */
function bestFirst(parts: readonly GridPart[], { id, others }: Centre): GridPart[] {
  const rank = (part: GridPart): number =>
    part.id === id ? -1 : others.filter(({ key, value }) => part.values[key] !== value).length
  return parts
    .map((part) => ({ part, rank: rank(part) }))
    .sort((a, b) => a.rank - b.rank || (a.part.id < b.part.id ? -1 : 1))
    .map(({ part }) => part)
}

/** The parts that have one of the values next to that of the part. */
function nearestParts(parts: readonly GridPart[], { key, value }: Attribute): GridPart[] {
  const nearest = new Set(nearestValues(valuesOf(key, parts), value))
  return parts.filter((part) => nearest.has(part.values[key] ?? ''))
}

/** The first part of each combination of sizes. */
function onePerCell(parts: readonly GridPart[], sizes: readonly Attribute[]): GridPart[] {
  const cellOf = ({ values }: GridPart): string => JSON.stringify(sizes.map(({ key }) => values[key]))
  return [...Map.groupBy(parts, cellOf).values()].flatMap(([best]) => best ?? [])
}

/** The grid as a table, with what its parts have in common. */
export function describeGrid({ first, second, parts }: Grid, others: readonly Attribute[]): Neighbours {
  const [a, b] = [axisOf(first, parts), second && axisOf(second, parts)]
  // The size with fewer values has the columns, so that the table fits a phone sooner.
  const [rows, columns] = b && b.values.length > a.values.length ? [b, a] : [a, b]
  const isAt = (part: GridPart, { key }: Axis, value: Value): boolean => part.values[key] === value
  const cellAt = (row: Value, column?: Value): Neighbour | null => {
    const part = parts.find(
      (each) => isAt(each, rows, row) && (!columns || column === undefined || isAt(each, columns, column)),
    )
    return part ? { sku: part.sku, name: part.name, price: part.price } : null
  }
  const isSame = ({ key, value }: Attribute): boolean => parts.every((part) => part.values[key] === value)
  return {
    rows,
    ...(columns && { columns }),
    cells: rows.values.map((row) =>
      columns ? columns.values.map((column) => cellAt(row, column)) : [cellAt(row)],
    ),
    same: others.filter(isSame),
    different: others.filter((attribute) => !isSame(attribute)),
  }
}

const axisOf = ({ key, label, unit }: Attribute, parts: readonly GridPart[]): Axis => ({
  key,
  label,
  ...(unit !== undefined && { unit }),
  values: sortNaturally(valuesOf(key, parts)),
})
