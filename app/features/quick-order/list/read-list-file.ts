import { MAXIMUM_QUOTE_BYTES } from '#features/quote/limits.ts'
import { decodeText } from '#kit/text/decode-text.ts'

type ListText = { text: string } | { problem: string }

const PROBLEMS = {
  spreadsheet:
    'This spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV, or copy its cells.',
  pdf: 'This is a PDF. Copy its lines and paste them.',
  binary: 'This file has no text.',
} as const

/** UTF-16 has two bytes for each character. */
const LARGEST_FILE = 2 * MAXIMUM_QUOTE_BYTES + 2

const TOO_LARGE = { problem: 'The file is too large: a list has at most 100 kB.' }

/** The text of a file, or as a sentence why it has none. Rejects when the browser cannot read the file. */
export async function readListFile(file: File): Promise<ListText> {
  if (await isZip(file)) return readWorkbook(file)
  if (file.size > LARGEST_FILE) return TOO_LARGE
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  return 'text' in decoded ? decoded : { problem: PROBLEMS[decoded.problem] }
}

/** Whether a file is a ZIP file, as workbooks of Excel are. */
const isZip = async (file: File): Promise<boolean> =>
  String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer())) === 'PK\u0003\u0004'

/** What reads it is loaded with the first one. */
async function readWorkbook(file: File): Promise<ListText> {
  const { LARGEST_WORKBOOK, readSpreadsheet, WORKBOOK_TOO_LARGE } = await import('./read-spreadsheet.ts')
  if (file.size > LARGEST_WORKBOOK) return WORKBOOK_TOO_LARGE
  const bytes = new Uint8Array(await file.arrayBuffer())
  const read = await readSpreadsheet(bytes).catch(() => ({ problem: PROBLEMS.spreadsheet }))
  return 'text' in read && read.text.length > MAXIMUM_QUOTE_BYTES ? TOO_LARGE : read
}
