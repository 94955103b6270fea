import type { Category, Facet } from '#features/catalog/schema.ts'
import { type Attribute, valueText } from '../filters/filter-texts.ts'

/** A column of the table with the values of one attribute. Widths are in pixels. */
export interface AttributeColumn extends Attribute {
  readonly width: number
  /** The narrowest table that shows it; without one each does. */
  readonly shownFrom: 'desktop' | 'wide' | undefined
}

/** How the table of a category shows its attributes. It is the same whatever is filtered, so that no column moves. */
export interface TableLayout {
  readonly columns: readonly AttributeColumn[]
  /** What all parts of the category have, as words: "Steel 8.8". */
  readonly common: readonly string[]
}

/** The room for attributes on a desktop and in the narrowest table, and what more there is in the widest. */
const ROOM = 310
const NARROW_ROOM = 182
const MORE_ROOM = 560
const MAXIMUM_COLUMNS = 6

const CHARACTER_WIDTH = 7
/** Heads are bolder. */
const HEAD_CHARACTER_WIDTH = 7.4
const CELL_PADDING = 16

/**
 * Chooses the columns that fit on a desktop, and more for a wide table, in the category's sequence; `total` is the number of
 * parts in the category.
 */
export function tableLayout(
  attributes: readonly Attribute[],
  facets: readonly Facet[],
  total: number,
): TableLayout {
  const columns: AttributeColumn[] = []
  const common: string[] = []
  const used = { desktop: 0, wide: 0 }
  const add = (attribute: Attribute, width: number, place: 'desktop' | 'wide', room: number): boolean => {
    const isOfPlace = ({ shownFrom }: AttributeColumn) => (shownFrom === 'wide') === (place === 'wide')
    if (columns.filter(isOfPlace).length === MAXIMUM_COLUMNS || used[place] + width > room) return false
    used[place] += width
    const shownFrom = place === 'desktop' && used.desktop <= NARROW_ROOM ? undefined : place
    columns.push({ ...attribute, width, shownFrom })
    return true
  }
  for (const attribute of attributes) {
    const facet = facets.find(({ key, kind }) => key === attribute.key && kind === attribute.kind)
    if (!facet || facet.values.length === 0) continue
    const [first, second] = facet.values
    if (first && !second && first.count === total) {
      common.push(commonText(attribute, String(first.value)))
      continue
    }
    const width = widthOf(attribute, facet)
    if (!add(attribute, width, 'desktop', ROOM)) add(attribute, width, 'wide', MORE_ROOM)
  }
  return { columns, common }
}

const commonText = (attribute: Attribute, value: string): string => {
  const text = valueText(value, attribute)
  return attribute.kind === 'text' ? text : `${attribute.label} ${text}`
}

/** Long texts break in two lines. */
function widthOf({ label, unit }: Attribute, { values }: Facet): number {
  const texts = values.map(({ value }) => String(value).length)
  const longest = Math.max(...texts.map((length) => (length > 10 ? Math.max(9, length / 2 + 2) : length)))
  const head = Math.max(...[...label.split(' '), unit ?? ''].map(({ length }) => length))
  return Math.round(Math.max(longest * CHARACTER_WIDTH, head * HEAD_CHARACTER_WIDTH)) + CELL_PADDING
}

/**
 * The attributes that the parts of a category have: its own, and those that more than half of the categories below it
 * describe in the same way.
 */
export function sharedAttributes(categories: readonly Category[], slug: string): Attribute[] {
  const own = categories.find((category) => category.slug === slug)?.attributes ?? []
  const below = leavesBelow(categories, slug)
  const isSame = (a: Attribute, b: Attribute) => a.key === b.key && a.kind === b.kind && a.unit === b.unit
  const known: Attribute[] = [...own]
  for (const attribute of below.flatMap(({ attributes }) => attributes)) {
    if (known.some(({ key }) => key === attribute.key)) continue
    const sharing = below.filter(({ attributes }) => attributes.some((each) => isSame(each, attribute)))
    if (sharing.length * 2 > below.length) known.push(attribute)
  }
  return known
}

/** The categories below this one that have parts themselves. */
function leavesBelow(categories: readonly Category[], slug: string): Category[] {
  const children = categories.filter(({ parent, count }) => parent === slug && count > 0)
  return children.flatMap((child) => {
    const below = leavesBelow(categories, child.slug)
    return below.length > 0 ? below : [child]
  })
}
