import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'

/**
 * the pasted list, kept by this browser tab: a reload and a sign-in lose nothing. It is nobody's: a visitor's text
 * stays when he signs in, until a user signs out. Without storage the text lasts until the page is left.
 */

const KEY = 'pad'

/** The id of the text area. */
export const QUICK_ORDER_ID = 'pad'

/** A further list below the text. */
export const appendText = (text: string, added: string): string =>
  [text.trimEnd(), added].filter(Boolean).join('\n')

export function readPastedText(): string {
  const text = readInTab(KEY)
  return typeof text === 'string' ? text : ''
}

export const writePastedText = (text: string): void => keepInTab(KEY, text || undefined)
