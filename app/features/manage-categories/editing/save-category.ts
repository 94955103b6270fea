import { catalogClient } from '#features/catalog/client.ts'
import { productRefusals } from '#features/catalog/refusals.ts'
import type { CategoryChange } from '#features/catalog/schema.ts'
import { ProblemError, unwrap } from '#kit/browser/client.ts'
import { rebase } from './category-conflict.ts'
import { type CategoryDraft, type CategoryFields, categoryDraftOf, toChange } from './category-draft.ts'

/**
 * Saves a category that was `before`, undefined for a new one. Resolves to the category as it is now when another admin has
 * saved other values meanwhile: then nothing is saved. Throws a `ProblemError`, also when it is deleted meanwhile.
 */
export async function saveCategory(
  slug: string,
  draft: CategoryDraft,
  before: CategoryFields | undefined,
): Promise<CategoryFields | undefined> {
  const json = { ...toChange(draft), before: before ? asRead(before) : null }
  try {
    await unwrap(catalogClient.category[':slug'].$put({ param: { slug }, json }))
    return undefined
  } catch (error) {
    const theirs = isChangedMeanwhile(error)
      ? (error.extras.category as CategoryFields | undefined)
      : undefined
    if (!theirs) throw error
    if (rebase(draft, before, theirs).meanwhile) return theirs
    // It has the same values, perhaps of an earlier try whose answer was lost.
    return saveCategory(slug, draft, theirs)
  }
}

const asRead = (before: CategoryFields): CategoryChange => ({
  ...toChange(categoryDraftOf(before)),
  // The form may write it in another way: a list instead of one, a number instead of its text.
  shape: before.shape,
})

export const isChangedMeanwhile = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === productRefusals.categoryChanged.code
