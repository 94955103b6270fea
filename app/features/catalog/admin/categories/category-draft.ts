import { foldText } from '#kit/text/fold-text.ts'
import { LONGEST_SLUG } from '../../limits.ts'
import type { Category, CategoryChange } from '../../schema.ts'

/** An attribute as it is typed. `id` tells the rows apart while they are moved. */
export interface AttributeDraft {
  readonly id: number
  readonly key: string
  readonly label: string
  readonly unit: string
  readonly kind: 'number' | 'text'
}

/** A category as it is typed; an empty `parent` is none. */
export interface CategoryDraft {
  readonly slug: string
  readonly name: string
  readonly parent: string
  readonly attributes: readonly AttributeDraft[]
  /** As it is: the form does not change it. */
  readonly shape?: CategoryChange['shape']
}

/** A category without the number of its products. */
export type CategoryFields = Omit<Category, 'count'>

/** The draft of a category, or of a new one. */
export const categoryDraftOf = (category: CategoryFields | undefined): CategoryDraft => ({
  slug: category?.slug ?? '',
  name: category?.name ?? '',
  parent: category?.parent ?? '',
  attributes: (category?.attributes ?? []).map((attribute, id) => ({ id, unit: '', ...attribute })),
  ...(category?.shape && { shape: category.shape }),
})

/** The request that saves the draft. */
export const toChange = ({ name, parent, attributes, shape }: CategoryDraft): CategoryChange => ({
  name: name.trim(),
  ...(parent !== '' && { parent }),
  attributes: attributes.map(({ key, label, unit, kind }) => ({
    key: key.trim(),
    label: label.trim(),
    kind,
    ...(unit.trim() !== '' && { unit: unit.trim() }),
  })),
  ...(shape && { shape }),
})

/** The address or the key that a name comes to: "Inner diameter (mm)" is `inner-diameter-mm`. */
export const slugOf = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG)

export const addAttribute = (draft: CategoryDraft): CategoryDraft => {
  const id = Math.max(-1, ...draft.attributes.map((attribute) => attribute.id)) + 1
  return { ...draft, attributes: [...draft.attributes, { id, key: '', label: '', unit: '', kind: 'text' }] }
}

export const changeAttribute = (
  draft: CategoryDraft,
  id: number,
  change: Partial<AttributeDraft>,
): CategoryDraft => ({
  ...draft,
  attributes: draft.attributes.map((attribute) =>
    attribute.id === id ? { ...attribute, ...change } : attribute,
  ),
})

export const removeAttribute = (draft: CategoryDraft, id: number): CategoryDraft => ({
  ...draft,
  attributes: draft.attributes.filter((attribute) => attribute.id !== id),
})

/** Moves an attribute up (-1) or down (1); the first and the last stay where they are. */
export function moveAttribute(draft: CategoryDraft, id: number, by: 1 | -1): CategoryDraft {
  const from = draft.attributes.findIndex((attribute) => attribute.id === id)
  const moved = draft.attributes[from]
  const neighbour = draft.attributes[from + by]
  if (!moved || !neighbour) return draft
  return { ...draft, attributes: draft.attributes.with(from, neighbour).with(from + by, moved) }
}

/** How deep each category is below a main category, in the sequence of the list: parents come before their children. */
export function depthsOf(categories: readonly Category[]): Map<string, number> {
  const depths = new Map<string, number>()
  for (const { slug, parent } of categories) depths.set(slug, (depths.get(parent ?? '') ?? -1) + 1)
  return depths
}
