import type { ChangedField } from '#kit/ui/admin/changed-meanwhile.tsx'
import type { Category } from '../../schema.ts'
import { type CategoryDraft, type CategoryFields, categoryDraftOf, toChange } from './category-draft.ts'

/** The fields of a category with their labels. */
const LABELS = { name: 'Name', parent: 'Part of', attributes: 'Attributes', shape: 'Shape' } as const

type FieldName = keyof typeof LABELS

const FIELDS = Object.keys(LABELS) as FieldName[]

/** What another admin has saved meanwhile, and the fields that it changed. */
export interface Meanwhile {
  readonly theirs: CategoryFields
  readonly fields: readonly FieldName[]
}

const isSame = (field: FieldName, one: CategoryDraft, other: CategoryDraft): boolean =>
  JSON.stringify(toChange(one)[field]) === JSON.stringify(toChange(other)[field])

/** The draft with the values of another one in these fields. */
export const take = (draft: CategoryDraft, from: CategoryFields, fields: readonly FieldName[]) => ({
  ...draft,
  ...Object.fromEntries(fields.map((field) => [field, categoryDraftOf(from)[field]])),
})

/**
 * The draft on the category as it is now: a field that is typed here stays, every other one takes the value of the other
 * admin. `meanwhile` is undefined when nothing of it differs from what was typed.
 */
export function rebase(
  draft: CategoryDraft,
  before: CategoryFields | undefined,
  theirs: CategoryFields,
): { draft: CategoryDraft; meanwhile: Meanwhile | undefined } {
  const [started, now] = [categoryDraftOf(before), categoryDraftOf(theirs)]
  const fields = FIELDS.filter((field) => !isSame(field, started, now) && !isSame(field, draft, now))
  const untouched = fields.filter((field) => isSame(field, started, draft))
  return {
    draft: take(draft, theirs, untouched),
    meanwhile: fields.length > 0 ? { theirs, fields } : undefined,
  }
}

export const changedFields = (
  draft: CategoryDraft,
  { theirs, fields }: Meanwhile,
  categories: readonly Category[],
): ChangedField<FieldName>[] =>
  fields.map((field) => ({
    field,
    label: LABELS[field],
    theirs: fieldText(field, categoryDraftOf(theirs), categories),
    mine: isSame(field, draft, categoryDraftOf(theirs)) ? undefined : fieldText(field, draft, categories),
  }))

function fieldText(field: FieldName, draft: CategoryDraft, categories: readonly Category[]): string {
  const { name, parent, attributes, shape } = toChange(draft)
  if (field === 'name') return name || 'None'
  if (field === 'parent') return categories.find(({ slug }) => slug === parent)?.name ?? parent ?? 'Nothing'
  if (field === 'shape')
    return (
      [shape ?? []]
        .flat()
        .map(({ slug }) => slug)
        .join(', ') || 'None'
    )
  const texts = attributes.map(({ label, unit, kind }) => `${label} (${unit ?? kind})`)
  return texts.join(', ') || 'None'
}
