import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'
import type { CartLines } from '../lines.ts'
import type { ChangedLines } from './changed-lines.ts'
import { isLine } from './visitor-cart.ts'

const keyOf = (email: string): string => `unsaved-cart:${email}`

/** What a tab could not save yet in the cart of an account. */
interface Unsaved {
  readonly changes: ChangedLines
  /** The visitor's cart that is among the changes, and what of it did not fit. */
  readonly visitor: { readonly lines: CartLines; readonly rest: CartLines }
}

const NOTHING_UNSAVED: Unsaved = { changes: {}, visitor: { lines: [], rest: [] } }

export function readUnsaved(email: string): Unsaved {
  const stored = readInTab(keyOf(email))
  return isUnsaved(stored) ? stored : NOTHING_UNSAVED
}

/** Whether it is stored as this version of the shop does. */
function isUnsaved(stored: unknown): stored is Unsaved {
  const { changes, visitor } = (stored ?? {}) as Partial<Unsaved>
  return (
    typeof changes === 'object' &&
    changes !== null &&
    Object.values(changes).every((line) => line === null || isLine(line)) &&
    Array.isArray(visitor?.lines) &&
    Array.isArray(visitor.rest)
  )
}

/** Keeps it for a reload, and for the next time that the account signs in in this tab. */
export const writeUnsaved = (email: string, unsaved: Unsaved): void =>
  keepInTab(keyOf(email), Object.keys(unsaved.changes).length === 0 ? undefined : unsaved)
