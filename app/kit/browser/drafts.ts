import { keepInTab, readInTab } from './tab-storage.ts'

/**
 * Drafts: text typed into forms, stored by this browser tab so that a reload loses nothing. They belong to one account,
 * are deleted when it signs out in this tab, and never leave the tab.
 */

const KEY = 'drafts'

/** Above this number the oldest fields are deleted. */
const MOST_FIELDS = 50

/** The typed text by field name. */
export type Drafts = Readonly<Record<string, string>>

/** The drafts of the account with that e-mail address; empty when the browser blocks storage. */
export function readDrafts(email: string): Drafts {
  const stored = readInTab(KEY)
  return isStored(stored) && stored.email === email ? stored.fields : {}
}

/**
 * Stores these fields with the account's other drafts and deletes those that are undefined. Deletes the drafts of other
 * accounts. When the storage is full or blocked, all drafts are deleted.
 */
export function writeDrafts(email: string, changes: Readonly<Record<string, string | undefined>>): void {
  const others = Object.entries(readDrafts(email)).filter(([name]) => !(name in changes))
  const changed = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const fields = Object.fromEntries([...others, ...changed].slice(-MOST_FIELDS))
  keepInTab(KEY, Object.keys(fields).length === 0 ? undefined : { email, fields })
}

/** Whether this tab has drafts, of whichever account. */
export const hasDrafts = (): boolean => isStored(readInTab(KEY))

/** Deletes the drafts of all other accounts in this tab. */
export function keepOnlyDraftsOf(email: string): void {
  const stored = readInTab(KEY)
  if (isStored(stored) && stored.email !== email) deleteDrafts()
}

/** Deletes the drafts of all accounts in this tab. */
export function deleteDrafts(): void {
  keepInTab(KEY, undefined)
}

function isStored(stored: unknown): stored is { email: string; fields: Drafts } {
  if (typeof stored !== 'object' || stored === null || !('email' in stored) || !('fields' in stored))
    return false
  const { fields } = stored
  if (typeof fields !== 'object' || fields === null) return false
  return Object.values(fields).every((value) => typeof value === 'string')
}
