import { readDrafts, writeDrafts } from '#kit/browser/drafts.ts'
import { changedFields, type Draft } from './draft.ts'

/** A form with unsaved changes, kept by the tab over a reload, and what it began with. */
interface Kept {
  readonly revision: number
  readonly before: Draft
  readonly draft: Draft
}

const keyOf = (productId: string): string => `product ${productId}`

/** The unsaved changes of that admin to the product; undefined when there are none. */
export function readKept(email: string, productId: string): Kept | undefined {
  const text = readDrafts(email)[keyOf(productId)]
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null
    return kept && changedFields(kept.before, kept.draft).length > 0 ? kept : undefined
  } catch {
    // Of an earlier release of the shop.
    return undefined
  }
}

export function keepDraft(email: string, productId: string, kept: Kept): void {
  const isChanged = changedFields(kept.before, kept.draft).length > 0
  writeDrafts(email, { [keyOf(productId)]: isChanged ? JSON.stringify(kept) : undefined })
}
