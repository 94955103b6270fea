import { MAXIMUM_QUOTE_BYTES } from '#features/quote/limits.ts'
import { readTextFile, type TextOfFile, textTooLarge } from '#kit/browser/read-text-file.ts'

/** The text of a file, or as a sentence why it has none. Rejects when the browser cannot read the file. */
export const readListFile = async (file: File): Promise<TextOfFile> =>
  (await isZip(file)) ? readWorkbook(file) : readTextFile(file, MAXIMUM_QUOTE_BYTES)

/** Whether a file is a ZIP file, as workbooks of Excel are. */
const isZip = async (file: File): Promise<boolean> =>
  String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer())) === 'PK\u0003\u0004'

/** What reads it is loaded with the first one. */
async function readWorkbook(file: File): Promise<TextOfFile> {
  const { LARGEST_WORKBOOK, readSpreadsheet, WORKBOOK_TOO_LARGE } = await import('./read-spreadsheet.ts')
  if (file.size > LARGEST_WORKBOOK) return WORKBOOK_TOO_LARGE
  const bytes = new Uint8Array(await file.arrayBuffer())
  const read = await readSpreadsheet(bytes).catch(() => NOT_READ)
  return 'text' in read && read.text.length > MAXIMUM_QUOTE_BYTES ? textTooLarge(MAXIMUM_QUOTE_BYTES) : read
}

const NOT_READ = {
  problem:
    'This spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV, or copy its cells.',
} as const
