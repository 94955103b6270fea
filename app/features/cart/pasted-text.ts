import { keepInTab, readInTab } from '#kit/browser/tab-storage.ts'

/**
 * The pasted list, kept by this browser tab: a reload and a sign-in lose nothing. It is nobody's: a visitor's text
 * stays when he signs in, until a user signs out. Without storage the text lasts until the page is left.
 */

const KEY = 'pad'
const CLOSED_KEY = 'pad closed'

/** The id of the text area. */
export const QUICK_ORDER_ID = 'pad'

/** A further list below the text. */
export const appendText = (text: string, added: string): string =>
  [text.trimEnd(), added].filter(Boolean).join('\n')

export function readPastedText(): string {
  const text = readInTab(KEY)
  return typeof text === 'string' ? text : ''
}

/** Also forgets that it was closed. */
export function writePastedText(text: string): void {
  keepInTab(KEY, text || undefined)
  keepInTab(CLOSED_KEY, undefined)
}

/** Whether the list was closed before all its lines were in the cart. */
export const isPastedTextClosed = (): boolean => readInTab(CLOSED_KEY) === true

export const keepPastedTextClosed = (isClosed: boolean): void => keepInTab(CLOSED_KEY, isClosed || undefined)
