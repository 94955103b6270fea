import { KINDS, type Span, spanningSizes } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import { countOf, haveOwnCells, MOST_SECTIONS, partingAttributes, type Valued } from './sections.ts'

type Attribute = Category['attributes'][number]

/** Parts with the two sizes that span them, and the attributes that part them into sections. */
export interface SpannedParts<Part> {
  readonly parts: readonly Part[]
  readonly sizes: Span
  readonly parting: readonly Attribute[]
}

/**
 * The parts by the sizes that span them: all together; or else those of each standard or type by itself, as pins have a
 * diameter where keys have a width. Empty when no sizes span more than half of them.
 */
export function spannedParts<Part extends Valued>(
  attributes: readonly Attribute[],
  parts: readonly Part[],
  chosen: ReadonlySet<string>,
): SpannedParts<Part>[] {
  const sizes = spanningSizes(attributes, parts, chosen)
  const whole = sizes && spannedBy(sizes, attributes, parts, MOST_SECTIONS)
  if (whole) return [whole]
  const kindOf = (kind: Attribute) => Map.groupBy(parts, ({ values }) => values[kind.key])
  const kind = attributes.find((attribute) => KINDS.has(attribute.key) && kindOf(attribute).size > 1)
  if (!kind) return []
  const ofKinds = spannedKinds(kind, attributes, [...kindOf(kind).values()], chosen)
  const count = ofKinds.reduce((sum, own) => sum + own.parts.length, 0)
  return count * 2 > parts.length ? ofKinds : []
}

/** The parts of each kind, the largest first. A kind leaves at least one of all sections to each that follows. */
function spannedKinds<Part extends Valued>(
  kind: Attribute,
  attributes: readonly Attribute[],
  kinds: readonly (readonly Part[])[],
  chosen: ReadonlySet<string>,
): SpannedParts<Part>[] {
  const sized = kinds
    .toSorted((a, b) => b.length - a.length)
    .flatMap((parts) => {
      const sizes = spanningSizes(attributes, parts, chosen)
      return sizes ? [{ parts, sizes }] : []
    })
    .slice(0, MOST_SECTIONS)
  let left = MOST_SECTIONS
  return sized.flatMap(({ parts, sizes }, index) => {
    const own = spannedBy(sizes, attributes, parts, left - (sized.length - index - 1))
    if (!own) return []
    left -= countOf(parts, own.parting)
    return { ...own, parting: attributes.filter((each) => each === kind || own.parting.includes(each)) }
  })
}

function spannedBy<Part extends Valued>(
  sizes: Span,
  attributes: readonly Attribute[],
  parts: readonly Part[],
  most: number,
): SpannedParts<Part> | undefined {
  const parting = partingAttributes(attributes, parts, sizes, most)
  return haveOwnCells(parts, sizes, parting) ? { parts, sizes, parting } : undefined
}
