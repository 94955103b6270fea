import type { Category } from '#features/catalog/schema.ts'
import type { Shape } from '#features/models/schema.ts'
import type { ChangedField } from '#kit/ui/admin/changed-meanwhile.tsx'
import { fieldsMeanwhile } from '#kit/ui/admin/fields-meanwhile.ts'
import { shapeText } from '../shapes/shape-texts.ts'
import { type CategoryDraft, type CategoryFields, categoryDraftOf, toChange } from './category-draft.ts'

/** The fields of a category with their labels. */
const LABELS = {
  name: 'Name',
  description: 'Description',
  parent: 'Part of',
  attributes: 'Attributes',
  shape: 'Models',
} as const

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
  const { fields, untouched } = fieldsMeanwhile(
    (from: CategoryDraft, to: CategoryDraft) => FIELDS.filter((field) => !isSame(field, from, to)),
    { before: categoryDraftOf(before), mine: draft, theirs: categoryDraftOf(theirs) },
  )
  return {
    draft: take(draft, theirs, untouched),
    meanwhile: fields.length > 0 ? { theirs, fields } : undefined,
  }
}

/** What fields are shown by. */
interface Named {
  readonly categories: readonly Category[]
  readonly shapes: readonly Shape[]
}

export const changedFields = (
  draft: CategoryDraft,
  { theirs, fields }: Meanwhile,
  named: Named,
): ChangedField<FieldName>[] =>
  fields.map((field) => ({
    field,
    label: LABELS[field],
    theirs: fieldText(field, categoryDraftOf(theirs), named),
    mine: isSame(field, draft, categoryDraftOf(theirs)) ? undefined : fieldText(field, draft, named),
  }))

function fieldText(field: FieldName, draft: CategoryDraft, { categories, shapes }: Named): string {
  const { name, description, parent, attributes } = toChange(draft)
  if (field === 'name') return name || 'None'
  if (field === 'description') return description ?? 'None'
  if (field === 'parent') return categories.find(({ slug }) => slug === parent)?.name ?? parent ?? 'Nothing'
  if (field === 'shape')
    return draft.shape.map((each) => shapeText(each, attributes, shapes)).join('; ') || 'None'
  const texts = attributes.map(({ label, unit, kind }) => `${label} (${unit ?? kind})`)
  return texts.join(', ') || 'None'
}
