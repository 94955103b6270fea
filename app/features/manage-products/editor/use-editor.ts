import { useState } from 'react'
import type { Category, ManagedProduct } from '#features/catalog/schema.ts'
import { useRevisionedForm } from '#kit/ui/admin/use-revisioned-form.ts'
import { type Choices, conflictsOf, merge, sideOf } from './conflicts.ts'
import { breaksOf, changedFields, type Draft, readDraft, withBreaks } from './draft.ts'
import {
  categoryOf,
  type EditorDraft,
  formOf,
  NONE_CHECKED,
  type SavedProduct,
  savedOf,
  versionsOf,
  withoutBreak,
} from './editor-form.ts'

/** The form of a product: what is typed, what is wrong with it, and what somebody else has changed meanwhile. */
export function useEditor(loaded: ManagedProduct, categories: readonly Category[], email: string) {
  const [checked, setChecked] = useState(NONE_CHECKED)
  const [discarded, setDiscarded] = useState(NONE_CHECKED)
  const onSaved = () => setChecked(NONE_CHECKED)
  const form = useRevisionedForm(formOf(loaded._id, categories, onSaved), savedOf(loaded), email)
  const { saved, draft, refused, bringBack } = form
  const { before } = versionsOf(saved, draft)
  const { errors } = readDraft(draft.typed, categoryOf(draft.typed, categories))
  const shown = Object.entries(errors).filter(([field]) => checked === 'all' || checked.has(field))
  const type = (change: (last: Draft) => Draft, fields: readonly string[]) =>
    form.edit(
      (last) => ({ ...last, typed: { ...last.typed, ...change(last.typed) } }),
      // Edited price breaks are sent as a whole.
      fields.flatMap((field) => (field === 'prices' ? ['prices', 'prices/'] : [field])),
    )
  return {
    product: saved.product,
    draft: draft.typed,
    before,
    changed: changedFields(before, draft.typed),
    busy: form.busy,
    failure: form.failure,
    errors: { ...Object.fromEntries(shown), ...refused },
    edit: (part: Draft) => type(() => part, Object.keys(part)),
    removePriceBreak: (index: number) => {
      type((last) => withBreaks(breaksOf(last).filter((_, at) => at !== index)), ['prices'])
      setChecked((last) => withoutBreak(last, index))
    },
    /** Shows the error of a field from now on. */
    check: (field: string) => setChecked((last) => (last === 'all' ? last : new Set([...last, field]))),
    discard: () => {
      setDiscarded(checked)
      setChecked(NONE_CHECKED)
      form.discard()
    },
    bringBack:
      bringBack &&
      (() => {
        setChecked(discarded)
        bringBack()
      }),
    save: () => {
      setChecked('all')
      return form.save()
    },
    refresh: form.refresh,
    conflict: conflictOf(saved, draft, form.edit),
  }
}

export type Editor = ReturnType<typeof useEditor>

/** What the inputs of a form read and change: of this one, and of that of a new product. */
export type ProductFields = Pick<Editor, 'draft' | 'errors' | 'edit' | 'check' | 'removePriceBreak'>

/** What somebody else has changed meanwhile, to choose from. */
function conflictOf(
  saved: SavedProduct,
  draft: EditorDraft,
  edit: (change: (last: EditorDraft) => EditorDraft) => void,
) {
  const { meanwhile } = draft
  if (!meanwhile) return undefined
  const { before, choices } = meanwhile
  const versions = versionsOf(saved, draft)
  const fields = conflictsOf(versions)
  return {
    theirs: saved.product,
    versions,
    fields,
    choices,
    choose: (chosen: Choices) =>
      edit((last) => ({ ...last, meanwhile: { before, choices: { ...choices, ...chosen } } })),
    isChosen: fields.every((field) => sideOf(field, choices) !== undefined),
    /** Goes on with the chosen values, on the revision of the shop. */
    resolve: () => edit(() => ({ typed: merge(versions, choices) })),
  }
}
