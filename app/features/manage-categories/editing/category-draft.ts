import type { Category, CategoryChange } from '#features/catalog/schema.ts'
import { addRow, changeRow, moveRow, removeRow } from '#kit/ui/form/form-rows.ts'
import { renameAttribute, type ShapeDraft, shapeDraftsOf, toShapes } from '../shapes/shape-draft.ts'

/** An attribute as it is typed. */
export interface AttributeDraft {
  readonly row: number
  readonly key: string
  readonly label: string
  readonly unit: string
  readonly kind: 'number' | 'text'
}

/** A category as it is typed; an empty `description` or `parent` is none. */
export interface CategoryDraft {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly parent: string
  readonly attributes: readonly AttributeDraft[]
  /** The shapes, the first of which that fits a part holds. */
  readonly shape: readonly ShapeDraft[]
}

/** A category without the number of its products. */
export type CategoryFields = Omit<Category, 'count'>

/** The draft of a category, or of a new one. */
export const categoryDraftOf = (category: CategoryFields | undefined): CategoryDraft => ({
  slug: category?.slug ?? '',
  name: category?.name ?? '',
  description: category?.description ?? '',
  parent: category?.parent ?? '',
  attributes: (category?.attributes ?? []).map((attribute, row) => ({ row, unit: '', ...attribute })),
  shape: shapeDraftsOf(category?.shape, category?.attributes ?? []),
})

/** The request that saves the draft. */
export const toChange = ({ name, description, parent, ...draft }: CategoryDraft): CategoryChange => ({
  name: name.trim(),
  ...(description.trim() !== '' && { description: description.trim() }),
  ...(parent !== '' && { parent }),
  ...toShaped(draft),
})

/** What the models of its parts depend on. */
export function toShaped(draft: Pick<CategoryDraft, 'attributes' | 'shape'>) {
  const attributes = draft.attributes.map(({ key, label, unit, kind }) => ({
    key: key.trim(),
    label: label.trim(),
    kind,
    ...(unit.trim() !== '' && { unit: unit.trim() }),
  }))
  const shape = toShapes(draft.shape, attributes)
  return { attributes, ...(shape && { shape }) }
}

export const addAttribute = (draft: CategoryDraft): CategoryDraft => ({
  ...draft,
  attributes: addRow(draft.attributes, { key: '', label: '', unit: '', kind: 'text' }),
})

/** Changes an attribute. Shapes that name it follow its key. */
export function changeAttribute(
  draft: CategoryDraft,
  row: number,
  change: Partial<AttributeDraft>,
): CategoryDraft {
  const before = draft.attributes.find((attribute) => attribute.row === row)?.key
  const attributes = changeRow(draft.attributes, row, change)
  const isLeft = !attributes.some(({ key }) => key === before)
  const { key } = change
  if (before === undefined || key === undefined || !isLeft) return { ...draft, attributes }
  return { ...draft, attributes, shape: renameAttribute(draft.shape, before, key) }
}

export const removeAttribute = (draft: CategoryDraft, row: number): CategoryDraft => ({
  ...draft,
  attributes: removeRow(draft.attributes, row),
})

/** Moves an attribute up (-1) or down (1); the first and the last stay where they are. */
export const moveAttribute = (draft: CategoryDraft, row: number, by: 1 | -1): CategoryDraft => ({
  ...draft,
  attributes: moveRow(draft.attributes, row, by),
})

/** How deep each category is below a main category, in the sequence of the list: parents come before their children. */
export function depthsOf(categories: readonly Category[]): Map<string, number> {
  const depths = new Map<string, number>()
  for (const { slug, parent } of categories) depths.set(slug, (depths.get(parent ?? '') ?? -1) + 1)
  return depths
}
