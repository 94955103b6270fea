import { useState } from 'react'
import { currentSession } from '#features/accounts/browser-session.ts'
import { catalogClient } from '#features/catalog/client.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import type { Category } from '#features/catalog/schema.ts'
import { ProblemError, unwrap } from '#kit/browser/client.ts'
import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import { type Meanwhile, rebase } from './category-conflict.ts'
import { type CategoryDraft, type CategoryFields, categoryDraftOf, toChange } from './category-draft.ts'

/** What is typed, and the category that it began with; undefined when there was none. */
interface Kept {
  readonly draft: CategoryDraft
  readonly before?: CategoryFields | undefined
}

/** The form of a category, kept by the tab until it is saved or cancelled, and what another admin has saved meanwhile. */
export function useCategoryDraft(category: Category | undefined) {
  const key = `category ${category?.slug ?? ''}`
  const email = currentSession()?.email
  const [{ draft, before }, setKept] = useState(
    () => readKept(email, key) ?? { draft: categoryDraftOf(category), before: category },
  )
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const keep = (text: string | undefined) => {
    if (email !== undefined) writeDrafts(email, { [key]: text })
  }
  const set = (next: Kept) => {
    setKept(next)
    keep(JSON.stringify(next))
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
      if (!isChangedMeanwhile(error)) throw error
      const theirs = error.extras.category as CategoryFields | undefined
      if (!theirs) {
        set({ draft, before: undefined })
        throw error
      }
      const rebased = rebase(draft, on, theirs)
      // It has the same values, perhaps of an earlier try whose answer was lost.
      if (!rebased.meanwhile) return save(slug, theirs)
      if (category) {
        set({ draft: rebased.draft, before: theirs })
        setMeanwhile(rebased.meanwhile)
      }
      return false
    }
  }
  return {
    draft,
    meanwhile,
    change: (next: CategoryDraft) => set({ draft: next, before }),
    save: (slug: string) => save(slug),
    forget: () => keep(undefined),
  }
}

const asRead = (before: CategoryFields) => ({
  ...toChange(categoryDraftOf(before)),
  // The form may write it in another way: a list instead of one, a number instead of its text.
  shape: before.shape,
})

const isChangedMeanwhile = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === productRefusals.categoryChanged.code

function readKept(email: string | undefined, key: string): Kept | undefined {
  const text = email === undefined ? undefined : readDrafts(email)[key]
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null
    const { attributes, shape, description } = kept?.draft ?? {}
    // One of an earlier release may have no list of shapes, or no description.
    const isWhole = Array.isArray(attributes) && Array.isArray(shape) && typeof description === 'string'
    return kept && isWhole ? kept : undefined
  } catch {
    return undefined
  }
}
