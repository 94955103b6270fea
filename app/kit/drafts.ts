/**
 * Drafts: what somebody typed into forms, kept by this browser tab so that a reload loses nothing. They belong to one
 * account, end with the session, and never leave the tab.
 */

const KEY = 'drafts'

/** Beyond so many fields the oldest are forgotten. */
const MOST_FIELDS = 50

/** What was typed, by the fields' names. */
export type Drafts = Readonly<Record<string, string>>

/** The drafts of the account with that e-mail; another's are not to be had. Nothing where the browser forbids storage. */
export function readDrafts(email: string): Drafts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isKept(kept) && kept.email === email ? kept.fields : {}
  } catch {
    return {}
  }
}

/**
 * Keeps these fields beside the account's others and forgets those that are undefined. Another account's drafts go.
 * Where there is no room, or none is given, nothing is kept.
 */
export function writeDrafts(email: string, changes: Readonly<Record<string, string | undefined>>): void {
  const others = Object.entries(readDrafts(email)).filter(([name]) => !(name in changes))
  const changed = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const fields = Object.fromEntries([...others, ...changed].slice(-MOST_FIELDS))
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ email, fields }))
  } catch {
    deleteDrafts()
  }
}

/** Forgets everybody's drafts in this tab. */
export function deleteDrafts(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Where storage is forbidden, nothing was kept.
  }
}

function isKept(kept: unknown): kept is { email: string; fields: Drafts } {
  if (typeof kept !== 'object' || kept === null || !('email' in kept) || !('fields' in kept)) return false
  const { fields } = kept
  if (typeof fields !== 'object' || fields === null) return false
  return Object.values(fields).every((value) => typeof value === 'string')
}
