import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'

/**
 * Why the session of this tab ended without its user signing out here: the shop ended it, for example because the password
 * was reset, or the user signed out in another tab.
 */
export type SessionEnd = 'by shop' | 'in another tab'

const KEY = 'sessionEnd'

/** Keeps why the session ended for the sign-in page, over a reload too, until the next sign-in. */
export const keepSessionEnd = (end: SessionEnd): void => keepInTab(KEY, end)

/** Why the last session of this tab ended; undefined when its user signed out here, or never had one. */
export function readSessionEnd(): SessionEnd | undefined {
  const kept = readInTab(KEY)
  return kept === 'by shop' || kept === 'in another tab' ? kept : undefined
}

let isEndedHere = false

/** Notes that the user signs out in this tab. */
export function noteSignedOutHere(): void {
  isEndedHere = true
}

/** Whether the last session ended because its user signed out in this tab, and not in another. */
export const isSignedOutHere = (): boolean => isEndedHere

/** Somebody is signed in, by this tab or another: how the session before ended does not matter any more. */
export function noteSignedIn(): void {
  isEndedHere = false
  forgetSessionEnd()
}

/** How the last session of this tab ended does not matter any more. */
export const forgetSessionEnd = (): void => keepInTab(KEY, undefined)
