import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Category, ManagedProduct } from '#features/catalog/schema.ts'
import { ProblemError } from '#kit/browser/client.ts'
import type { RevisionedForm } from '#kit/ui/admin/use-revisioned-form.ts'
import { fetchProduct, presentProduct, replaceProduct } from '../client.ts'
import { type Choices, conflictsOf, type Versions } from './conflicts.ts'
import { changedFields, type Draft, productDraftOf, readDraft } from './draft.ts'

/** A product as the shop has it, and its form before anything is typed. */
export interface SavedProduct {
  readonly revision: number
  readonly product: ManagedProduct
  readonly values: Draft
}

export interface EditorDraft {
  readonly typed: Draft
  /** What was changed before somebody else saved, and what is chosen since: nothing is saved until all is. */
  readonly meanwhile?: { readonly before: Draft; readonly choices: Choices } | undefined
}

export const savedOf = (product: ManagedProduct): SavedProduct => ({
  revision: product.revision,
  product,
  values: productDraftOf(product),
})

/** The three forms; as long as nothing is to be chosen, both began with what is saved. */
export const versionsOf = ({ values }: SavedProduct, { typed, meanwhile }: EditorDraft): Versions => ({
  before: meanwhile?.before ?? values,
  mine: typed,
  theirs: values,
})

export const categoryOf = (draft: Draft, categories: readonly Category[]): Category | undefined =>
  categories.find(({ slug }) => slug === draft.category)

export function formOf(
  productId: string,
  categories: readonly Category[],
  onSaved: () => void,
): RevisionedForm<SavedProduct, EditorDraft, true> {
  return {
    key: `product ${productId}`,
    open: ({ values }) => ({ typed: values }),
    isChanged: (saved, draft) => changedFields(versionsOf(saved, draft).before, draft.typed).length > 0,
    // What is typed stays; where the other changed a field, one has to be chosen.
    rebase: (draft, before, now) => {
      const versions = { ...versionsOf(before, draft), theirs: now.values }
      return conflictsOf(versions).length > 0
        ? { draft: { ...draft, meanwhile: { before: versions.before, choices: {} } }, theirs: true }
        : { draft: { typed: draft.typed }, theirs: undefined }
    },
    settle: ({ typed }, { values: sent }, { values }) => {
      const since = changedFields(sent, typed).map((field) => [field, typed[field] ?? ''])
      return { typed: { ...values, ...Object.fromEntries(since) } }
    },
    sent: ({ typed }, on) => ({ ...on, values: typed }),
    load: async () => savedOf(await fetchProduct(productId)),
    put: async ({ values, revision }) => {
      const { product, errors } = readDraft(values, categoryOf(values, categories))
      if (Object.keys(errors).length > 0) throw new ProblemError(422, 'invalid', 'Correct the marked fields.')
      const after = await replaceProduct(productId, { ...product, revision })
      onSaved()
      return savedOf(after)
    },
    // All fields as they were, in place of this revision only: nothing that somebody changes after it is undone.
    undo: ({ values, revision }) => ({
      text: 'Changes saved',
      call: {
        method: 'PUT',
        path: `/api/product/${encodeURIComponent(productId)}`,
        body: { ...readDraft(values, categoryOf(values, categories)).product, revision },
      },
    }),
    savedMeanwhile: (error) => {
      const product = presentProduct(error)
      return product && savedOf(product)
    },
    signOutIfForbidden,
  }
}

/** The fields whose errors are shown. */
export type CheckedFields = ReadonlySet<string> | 'all'

export const NONE_CHECKED: CheckedFields = new Set<string>()

/** The fields after a price break was removed: those behind it move up, and so do their shown errors. */
export const withoutBreak = (checked: CheckedFields, index: number): CheckedFields =>
  checked === 'all' ? 'all' : new Set([...checked].flatMap((field) => movedUp(field, index)))

function movedUp(field: string, removed: number): string[] {
  const [, at, part] = /^prices\/(\d+)\/(.+)$/.exec(field) ?? []
  if (at === undefined || Number(at) < removed) return [field]
  return Number(at) === removed ? [] : [`prices/${Number(at) - 1}/${part}`]
}
