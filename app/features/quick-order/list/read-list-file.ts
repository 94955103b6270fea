import { MAXIMUM_QUOTE_BYTES } from '#features/quote/limits.ts'
import { readTextFile, type TextOfFile } from '#kit/browser/read-text-file.ts'

/** The text of a file, or as a sentence why it has none. Rejects when the browser cannot read the file. */
export const readListFile = async (file: File): Promise<TextOfFile> =>
  (await isZip(file)) ? readWorkbook(file) : readTextFile(file, MAXIMUM_QUOTE_BYTES)

/** Whether a file is a ZIP file, as workbooks of Excel are. */
const isZip = async (file: File): Promise<boolean> =>
  String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer())) === 'PK\u0003\u0004'

/** What reads it is loaded with the first one. */
async function readWorkbook(file: File): Promise<TextOfFile> {
  const { LARGEST_WORKBOOK, readSpreadsheet, WORKBOOK_TOO_LARGE } = await import(
    '../workbook/read-spreadsheet.ts'
  )
  if (file.size > LARGEST_WORKBOOK) return WORKBOOK_TOO_LARGE
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return readSpreadsheet(bytes, MAXIMUM_QUOTE_BYTES)
  } catch {
    return NOT_READ
  }
}

const NOT_READ = {
  problem:
    'This spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV, or copy its cells.',
} as const
