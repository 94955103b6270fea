import { LONGEST_ATTRIBUTE_LABEL, LONGEST_UNIT } from '#features/catalog/limits.ts'
import type { CategoryChange } from '#features/catalog/schema.ts'
import { slugOf } from '#features/manage-categories/slug-of.ts'
import type { FileColumn, FileColumns } from '../../schema.ts'
import type { ImportDraft } from './draft.ts'

/** The categories that the file names and the shop does not have. */
export const namedCategories = ({ columns }: FileColumns, draft: ImportDraft): readonly string[] =>
  columns[draft.columns.indexOf('category')]?.newCategories ?? []

/** A column that can be an attribute of new categories, by its place in the file. */
export interface Offered {
  readonly index: number
  readonly attribute: CategoryChange['attributes'][number]
}

/** The columns that mean nothing yet and have a name and cells: of two with one name the first. */
export function offeredAttributes({ columns }: FileColumns, draft: ImportDraft): Offered[] {
  const offered = new Map<string, Offered>()
  for (const [index, column] of columns.entries()) {
    const attribute = attributeOf(column)
    const isLeft = draft.columns[index] === '' && column.samples.length > 0
    if (isLeft && attribute.key !== '' && !offered.has(attribute.key))
      offered.set(attribute.key, { index, attribute })
  }
  return [...offered.values()]
}

/** A name with its unit behind it, as in "Length (mm)" and "Gewicht [g]". */
const WITH_UNIT = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/

function attributeOf({ head, isNumber }: FileColumn): Offered['attribute'] {
  const text = head.trim().replace(/\s+/g, ' ')
  const [, label = text, unit = ''] = WITH_UNIT.exec(text) ?? []
  return {
    key: slugOf(label),
    label: label.slice(0, LONGEST_ATTRIBUTE_LABEL),
    ...(unit !== '' && unit.length <= LONGEST_UNIT && { unit }),
    kind: isNumber ? 'number' : 'text',
  }
}

/** The requests that add the categories, none of which may be there already; each has an address of its own. */
export function categoryCalls(names: readonly string[], attributes: CategoryChange['attributes']) {
  const taken = new Set<string>()
  return names.map((name) => {
    const wanted = slugOf(name) || 'category'
    let slug = wanted
    for (let number = 2; taken.has(slug); number += 1) slug = `${wanted}-${number}`
    taken.add(slug)
    return { slug, change: { name: name.replace(/\s+/g, ' '), attributes, before: null } }
  })
}
