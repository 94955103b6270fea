import { MAXIMUM_QUOTE_BYTES } from '#features/quote/limits.ts'
import { decodeText } from '#kit/text/decode-text.ts'

const PROBLEMS = {
  spreadsheet: 'This is a spreadsheet. Save it as CSV, or copy its cells and paste them.',
  pdf: 'This is a PDF. Copy its lines and paste them.',
  binary: 'This file has no text.',
} as const

/** UTF-16 has two bytes for each character. */
const LARGEST_FILE = 2 * MAXIMUM_QUOTE_BYTES + 2

/** The text of a file, or as a sentence why it has none. Rejects when the browser cannot read the file. */
export async function readListFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > LARGEST_FILE) return { problem: 'The file is too large: a list has at most 100 kB.' }
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  return 'text' in decoded ? decoded : { problem: PROBLEMS[decoded.problem] }
}
