import { KINDS, type SizedPart, type Span, spanningSizes } from '#features/catalog/catalog.ts'
import type { Category } from '#features/catalog/schema.ts'
import { haveOwnCells, partingAttributes } from './sections.ts'

type Attribute = Category['attributes'][number]

/** Parts with the two sizes that span them, and the attributes that part them into sections. */
export interface SpannedParts {
  readonly parts: readonly SizedPart[]
  readonly sizes: Span
  readonly parting: readonly Attribute[]
}

/**
 * The parts by the sizes that span them: all together; or else those of each standard or type by itself, as pins have a
 * diameter where keys have a width. Empty when no sizes span more than half of them.
 */
export function spannedParts(
  attributes: readonly Attribute[],
  parts: readonly SizedPart[],
  chosen: ReadonlySet<string>,
): SpannedParts[] {
  const whole = spanned(attributes, parts, chosen)
  if (whole) return [whole]
  const kindOf = (kind: Attribute) => Map.groupBy(parts, ({ values }) => values[kind.key])
  const kind = attributes.find((attribute) => KINDS.has(attribute.key) && kindOf(attribute).size > 1)
  if (!kind) return []
  const ofKinds = [...kindOf(kind).values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((own) => spanned(attributes, own, chosen, kind) ?? [])
  const count = ofKinds.reduce((sum, own) => sum + own.parts.length, 0)
  return count * 2 > parts.length ? ofKinds : []
}

function spanned(
  attributes: readonly Attribute[],
  parts: readonly SizedPart[],
  chosen: ReadonlySet<string>,
  kind?: Attribute,
): SpannedParts | undefined {
  const sizes = spanningSizes(attributes, parts, chosen)
  if (!sizes) return undefined
  const parting = partingAttributes(attributes, parts, sizes)
  if (!haveOwnCells(parts, sizes, parting)) return undefined
  return { parts, sizes, parting: attributes.filter((each) => each === kind || parting.includes(each)) }
}
