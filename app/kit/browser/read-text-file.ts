import { decodeText } from '#kit/text/decode-text.ts'

const PROBLEMS = {
  spreadsheet: 'This is a spreadsheet. Save it as CSV, or copy its cells and paste them.',
  pdf: 'This is a PDF. Copy its lines and paste them.',
  binary: 'This file has no text.',
} as const

/** The text of a file, with a sentence about what of it was not read; or as a sentence why it has none. */
export type TextOfFile = { readonly text: string; readonly note?: string } | { readonly problem: string }

export const textTooLarge = (maximumBytes: number): TextOfFile => ({
  problem: `The file is too large: a list has at most ${maximumBytes / 1000} kB.`,
})

/**
 * The text of a file with a list, or as a sentence why it has none; `maximumBytes` is how long the list may be. Rejects when
 * the browser cannot read the file.
 */
export async function readTextFile(file: File, maximumBytes: number): Promise<TextOfFile> {
  // UTF-16 has two bytes for each character.
  if (file.size > 2 * maximumBytes + 2) return textTooLarge(maximumBytes)
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  return 'text' in decoded ? decoded : { problem: PROBLEMS[decoded.problem] }
}
