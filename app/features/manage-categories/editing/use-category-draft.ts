import { useState } from 'react'
import { currentSession } from '#features/accounts/browser-session.ts'
import type { Category } from '#features/catalog/schema.ts'
import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import { type Meanwhile, rebase } from './category-conflict.ts'
import { type CategoryDraft, type CategoryFields, categoryDraftOf } from './category-draft.ts'
import { isChangedMeanwhile, saveCategory } from './save-category.ts'

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
  const rebaseOn = (theirs: CategoryFields) => {
    const rebased = rebase(draft, before, theirs)
    set({ draft: rebased.draft, before: theirs })
    setMeanwhile(rebased.meanwhile)
  }
  return {
    draft,
    meanwhile,
    change: (next: CategoryDraft) => set({ draft: next, before }),
    /**
     * Resolves to whether it is saved; not when another admin has saved other values meanwhile, which the form then
     * shows. Throws a `ProblemError`, also when the category is deleted meanwhile; the next time it is added again.
     */
    save: async (slug: string): Promise<boolean> => {
      try {
        const theirs = await saveCategory(slug, draft, before)
        if (theirs && category) rebaseOn(theirs)
        return theirs === undefined
      } catch (error) {
        if (isChangedMeanwhile(error)) set({ draft, before: undefined })
        throw error
      }
    },
    forget: () => keep(undefined),
  }
}

function readKept(email: string | undefined, key: string): Kept | undefined {
  const text = email === undefined ? undefined : readDrafts(email)[key]
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null
    // One of an earlier release may have no list of shapes.
    return Array.isArray(kept?.draft?.attributes) && Array.isArray(kept.draft.shape) ? kept : undefined
  } catch {
    return undefined
  }
}
