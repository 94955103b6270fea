import type { ChangedLines } from './changed-lines.ts'
import type { CartLines } from './lines.ts'

const KEY = 'unsaved-cart'

/** What a tab could not save yet in the cart of an account. */
interface Unsaved {
  readonly changes: ChangedLines
  /** The visitor's cart that is among the changes, and what of it did not fit. */
  readonly visitor: { readonly lines: CartLines; readonly rest: CartLines }
}

export const NOTHING_UNSAVED: Unsaved = { changes: {}, visitor: { lines: [], rest: [] } }

export function readUnsaved(email: string): Unsaved {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return stored?.email === email ? stored : NOTHING_UNSAVED
  } catch {
    return NOTHING_UNSAVED
  }
}

/** Keeps it for a reload, and for the next time that the account signs in in this tab. */
export function writeUnsaved(email: string, unsaved: Unsaved): void {
  try {
    if (Object.keys(unsaved.changes).length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ email, ...unsaved }))
  } catch {
    // Without storage the changes last until a reload.
  }
}
