import { useEffect, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Category, ManagedProduct } from '#features/catalog/schema.ts'
import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import { useLeaveWarning } from '#kit/ui/form/use-leave-warning.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { fetchProduct, presentProduct, replaceProduct } from '../product-calls.ts'
import { type Choices, conflictsOf, sideOf } from './conflicts.ts'
import { changedFields, type Draft, type ReadDraft, readDraft } from './draft.ts'
import {
  applyChoices,
  discardChanges,
  type EditorState,
  editForm,
  INVALID,
  mergeTheirs,
  openForm,
  removePriceBreak,
  showRefusal,
  takeSaved,
  versionsOf,
} from './editor-state.ts'

/**
 * The form of a product: what is typed, what is wrong with it, and what somebody else has changed meanwhile. Unsaved
 * changes are kept over a reload for that admin.
 */
export function useEditor(loaded: ManagedProduct, categories: readonly Category[], email: string) {
  const [state, setState] = useState(() => openForm(loaded, readKept(email, loaded._id)))
  const [thrown, setThrown] = useState<EditorState>()
  const { product, before, draft, revision, checked } = state
  const read = readDraft(draft, categoryOf(draft, categories))
  const changed = changedFields(before, draft)
  const { busy, save } = useSaving(state, setState, read)
  useEffect(
    () => keepDraft(email, product._id, { revision, before, draft }),
    [email, product._id, revision, before, draft],
  )
  useLeaveWarning(changed.length > 0)

  const shown = Object.entries(read.errors).filter(([field]) => checked === 'all' || checked.has(field))
  return {
    product,
    draft,
    before,
    changed,
    busy,
    failure: state.failure,
    errors: { ...Object.fromEntries(shown), ...state.refused },
    edit: (part: Draft) => {
      setThrown(undefined)
      setState((last) => editForm(last, part))
    },
    removePriceBreak: (index: number) => {
      setThrown(undefined)
      setState((last) => removePriceBreak(last, index))
    },
    /** Shows the error of a field from now on. */
    check: (field: string) =>
      setState((last) => ({
        ...last,
        checked: last.checked === 'all' ? 'all' : new Set([...last.checked, field]),
      })),
    discard: () => {
      setThrown(state)
      setState(discardChanges)
    },
    /** Takes the discarding back, until something is typed or the product changes. */
    bringBack:
      thrown && thrown.revision === revision && changed.length === 0
        ? () => {
            setState(() => thrown)
            setThrown(undefined)
          }
        : undefined,
    save,
    /** Reads the product again after another call has changed it. */
    refresh: async () => {
      const now = await fetchProduct(product._id)
      setState((last) => mergeTheirs(last, now))
    },
    conflict: conflictOf(state, setState),
  }
}

export type Editor = ReturnType<typeof useEditor>

/** What the inputs of a form read and change: of this one, and of that of a new product. */
export type ProductFields = Pick<Editor, 'draft' | 'errors' | 'edit' | 'check' | 'removePriceBreak'>

export const categoryOf = (draft: Draft, categories: readonly Category[]): Category | undefined =>
  categories.find(({ slug }) => slug === draft.category)

type SetState = (change: (last: EditorState) => EditorState) => void

/** Saves the form; what is wrong is shown at its field. */
function useSaving(state: EditorState, setState: SetState, { product: sent, errors }: ReadDraft) {
  const [busy, setBusy] = useState(false)
  const { product, draft } = state

  const put = async (revision: number): Promise<void> => {
    try {
      const after = await replaceProduct(product._id, { ...sent, revision })
      setState((last) => takeSaved(last, after, draft))
      notify.success('Changes saved')
    } catch (error) {
      const theirs = presentProduct(error)
      if (!theirs) throw error
      const next = mergeTheirs(state, theirs)
      setState((last) => mergeTheirs(last, theirs))
      // Without a conflict only the stock was changed, or to the same values.
      if (!next.meanwhile) await put(theirs.revision)
    }
  }
  const save = async (): Promise<void> => {
    if (busy) return
    setState((last) => ({ ...last, checked: 'all', refused: {}, failure: null }))
    if (Object.keys(errors).length > 0) return setState((last) => ({ ...last, failure: INVALID }))
    setBusy(true)
    try {
      await put(state.revision)
    } catch (error) {
      if (!signOutIfForbidden(error)) setState((last) => showRefusal(last, error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}

/** What somebody else has changed meanwhile, to choose from. */
function conflictOf(state: EditorState, setState: SetState) {
  const versions = versionsOf(state)
  if (!state.meanwhile || !versions) return undefined
  const { theirs, choices } = state.meanwhile
  const fields = conflictsOf(versions)
  return {
    theirs,
    versions,
    fields,
    choices,
    choose: (chosen: Choices) =>
      setState((last) => ({ ...last, meanwhile: { theirs, choices: { ...choices, ...chosen } } })),
    isChosen: fields.every((field) => sideOf(field, choices) !== undefined),
    resolve: () => setState(applyChoices),
  }
}

/** A form with unsaved changes, kept by the tab over a reload, and what it began with. */
interface Kept {
  readonly revision: number
  readonly before: Draft
  readonly draft: Draft
}

const keyOf = (productId: string): string => `product ${productId}`

/** The unsaved changes of that admin to the product; undefined when there are none. */
function readKept(email: string, productId: string): Kept | undefined {
  const text = readDrafts(email)[keyOf(productId)]
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null
    return kept && changedFields(kept.before, kept.draft).length > 0 ? kept : undefined
  } catch {
    // Of an earlier release of the shop.
    return undefined
  }
}

function keepDraft(email: string, productId: string, kept: Kept): void {
  const isChanged = changedFields(kept.before, kept.draft).length > 0
  writeDrafts(email, { [keyOf(productId)]: isChanged ? JSON.stringify(kept) : undefined })
}
