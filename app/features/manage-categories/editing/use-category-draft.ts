import { useState } from 'react'
import { catalogClient } from '#features/catalog/client.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import type { Category } from '#features/catalog/schema.ts'
import { unwrap } from '#kit/browser/client.ts'
import { keep, readKept } from '#kit/browser/kept-drafts.ts'
import { isRefusedBy } from '#kit/ui/form/refused-by.ts'
import { type FieldName, rebase } from './category-conflict.ts'
import { type CategoryDraft, type CategoryFields, categoryDraftOf, toChange } from './category-draft.ts'

/** What is typed, and the category that it began with; undefined when there was none. */
interface Kept {
  readonly draft: CategoryDraft
  readonly before?: CategoryFields | undefined
}

/**
 * The form of a category, kept by the tab until it is saved or cancelled, and what another admin has saved meanwhile. It is no
 * `useRevisionedForm`: a category has no revision but is compared as it was read, the form of a new one has nothing that was
 * saved, and a form that is saved is closed.
 */
export function useCategoryDraft(category: Category | undefined, email: string) {
  const key = `category ${category?.slug ?? ''}`
  const [{ draft, before }, setKept] = useState<Kept>(() => {
    const kept = readKept(email, key)
    return isKept(kept) ? kept : { draft: categoryDraftOf(category), before: category }
  })
  /** The fields that another admin has changed to what `before` has now. */
  const [theirs, setTheirs] = useState<readonly FieldName[]>()
  const set = (next: Kept) => {
    setKept(next)
    keep(email, key, next)
  }
  /**
   * Resolves to whether it is saved; not when another admin has saved other values meanwhile, which the form then
   * shows. Throws a `ProblemError`, also when the category is deleted meanwhile; the next time it is added again.
   */
  const save = async (slug: string, on = before): Promise<boolean> => {
    const json = { ...toChange(draft), before: on ? asRead(on) : null }
    try {
      await unwrap(catalogClient.category[':slug'].$put({ param: { slug }, json }))
      return true
    } catch (error) {
      if (!isRefusedBy(error, productRefusals.categoryChanged)) throw error
      const now = error.extras.category as CategoryFields | undefined
      if (!now) {
        set({ draft, before: undefined })
        throw error
      }
      const rebased = rebase(draft, on, now)
      // It has the same values, perhaps of an earlier try whose answer was lost.
      if (!rebased.theirs) return save(slug, now)
      if (category) {
        set({ draft: rebased.draft, before: now })
        setTheirs(rebased.theirs)
      }
      return false
    }
  }
  return {
    draft,
    meanwhile: theirs && before && { theirs: before, fields: theirs },
    change: (next: CategoryDraft) => set({ draft: next, before }),
    save: (slug: string) => save(slug),
    forget: () => keep(email, key, undefined),
  }
}

const asRead = (before: CategoryFields) => ({
  ...toChange(categoryDraftOf(before)),
  // The form may write it in another way: a list instead of one, a number instead of its text.
  shape: before.shape,
})

/** One of an earlier release may have no list of shapes, or no description. */
function isKept(kept: unknown): kept is Kept {
  const { attributes, shape, description } = (kept as Kept | undefined)?.draft ?? {}
  return Array.isArray(attributes) && Array.isArray(shape) && typeof description === 'string'
}
