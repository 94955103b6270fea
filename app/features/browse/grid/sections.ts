import { KINDS, type Span } from '#features/catalog/catalog.ts'
import type { AttributeValues, Category } from '#features/catalog/schema.ts'
import { attributeText } from '#features/catalog/texts.ts'
import { sortNaturally } from '#kit/text/sort-naturally.ts'

type Attribute = Category['attributes'][number]

export interface Valued {
  readonly values: AttributeValues
}

/** Parts that differ only in their two sizes. */
export interface Section<Part> {
  /** What sets them apart: "Steel 8.8, Zinc plated"; undefined when all parts are one section. */
  readonly title: string | undefined
  /** The same as values of filters. */
  readonly values: Readonly<Record<string, string>>
  readonly parts: readonly Part[]
}

/** With more sections than these nobody finds the right one: the parts of one then differ in more than their sizes. */
export const MOST_SECTIONS = 24

/** A number of more values is another size. */
const MOST_NUMBERS = 6

/**
 * The attributes by which parts of the same two sizes are told apart, in the sequence of the category: all texts in which they
 * differ, such as material and standard, and the numbers without which a cell would have several parts, such as hardness. They
 * make `most` sections at most.
 */
export function partingAttributes(
  attributes: readonly Attribute[],
  parts: readonly Valued[],
  span: Span,
  most: number,
): Attribute[] {
  const axes = [span.rows, span.columns]
  const count = (...among: readonly Attribute[]) => countOf(parts, among)
  const others = attributes.filter((each) => !axes.some(({ key }) => key === each.key) && count(each) > 1)
  const isParted = (attribute: Attribute, by: readonly Attribute[]): boolean => {
    if (KINDS.has(attribute.key)) return true
    if (attribute.kind === 'text') return !axes.some((axis) => isToldBy(parts, [axis, ...by], attribute))
    return count(attribute) <= MOST_NUMBERS && count(...axes, ...by, attribute) > count(...axes, ...by)
  }
  const parting: Attribute[] = []
  // Numbers last, when it is known whether the texts are enough.
  for (const attribute of others.toSorted(
    (a, b) => Number(a.kind === 'number') - Number(b.kind === 'number'),
  ))
    if (isParted(attribute, parting) && count(...parting, attribute) <= most) parting.push(attribute)
  return others.filter((attribute) => parting.includes(attribute))
}

/** Whether most cells of a grid that is parted so have one part. */
export function haveOwnCells(
  parts: readonly Valued[],
  { rows, columns }: Span,
  parting: readonly Attribute[],
): boolean {
  const cells = Map.groupBy(parts, ({ values }) => keyOf(values, [rows, columns, ...parting]))
  return [...cells.values()].filter(({ length }) => length === 1).length * 2 >= cells.size
}

/** Whether a text only says a size again, as the drive of a screw follows from its thread: nearly each size has another. */
function isToldBy(parts: readonly Valued[], [axis, ...by]: readonly Attribute[], text: Attribute): boolean {
  if (!axis) return false
  const [sizes, groups] = [countOf(parts, [axis, ...by]), countOf(parts, [...by, text])]
  if (countOf(parts, [axis, ...by, text]) > sizes || groups === countOf(parts, by)) return false
  return groups * 2 >= sizes
}

/** How many different values of these attributes the parts have, and so how many sections. */
export const countOf = (parts: readonly Valued[], attributes: readonly Attribute[]): number =>
  new Set(parts.map(({ values }) => keyOf(values, attributes))).size

const keyOf = (values: AttributeValues, attributes: readonly Attribute[]): string =>
  JSON.stringify(attributes.map(({ key }) => values[key] ?? null))

/** The parts by these attributes: of each the usual value first, so that all of one material follow each other. */
export function sectionsOf<Part extends Valued>(
  parts: readonly Part[],
  parting: readonly Attribute[],
): Section<Part>[] {
  const [attribute, ...rest] = parting
  if (!attribute) return [{ title: undefined, values: {}, parts }]
  const byValue = Map.groupBy(parts, ({ values }) => values[attribute.key])
  const known = sortNaturally([...byValue.keys()].filter((value) => value !== undefined))
  const countOfValue = (value: string | number): number => byValue.get(value)?.length ?? 0
  const sequence = [...known.sort((a, b) => countOfValue(b) - countOfValue(a)), undefined]
  return sequence.flatMap((value) => {
    const own = byValue.get(value)
    if (!own) return []
    return sectionsOf(own, rest).map((section) => ({
      ...section,
      title: joined(value === undefined ? undefined : textOf(attribute, value), section.title),
      values: { ...(value !== undefined && { [attribute.key]: String(value) }), ...section.values },
    }))
  })
}

const textOf = ({ kind, label, unit }: Attribute, value: string | number): string =>
  kind === 'text' ? String(value) : `${label} ${attributeText({ value, unit })}`

/** A grade belongs to the material before it: "Steel 8.8". It can name it again: "Stainless steel A2" and "A2-70". */
const GRADE = /^\S*\d\S*(?=$|,)/

function joined(first: string | undefined, rest: string | undefined): string | undefined {
  if (first === undefined || rest === undefined) return first ?? rest
  if (!GRADE.test(rest)) return `${first}, ${rest}`
  const last = first.slice(first.lastIndexOf(' ') + 1)
  return rest.startsWith(`${last}-`) ? first.slice(0, -last.length) + rest : `${first} ${rest}`
}
