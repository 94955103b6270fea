import { unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import type { TextOfFile } from '#kit/browser/read-text-file.ts'
import { listText, shortenEnd } from '#kit/text/list-text.ts'

/** A workbook of a list is small; one with pictures is not. */
export const LARGEST_WORKBOOK = 5_000_000

/** What its parts come to unpacked: a small file can have gigabytes. */
const LARGEST_UNPACKED = 16_000_000

/** Rows and columns of a list. One cell far away would make the reader fill all between. */
const MOST_ROWS = 5000
const MOST_COLUMNS = 60

export const WORKBOOK_TOO_LARGE = {
  problem: 'The spreadsheet is too large: copy its cells and paste them.',
} as const

/**
 * The first sheet of an Excel workbook, as its cells are pasted: a line a row, with tabs. The sheets behind it may be another
 * list, so they are named instead.
 */
export async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<TextOfFile> {
  const parts = unpack(bytes)
  if (!parts) return WORKBOOK_TOO_LARGE
  // Stored again without compression, the reader has nothing to unpack.
  const [first, ...others] = await readWorkbook(new Blob([zipSync(parts, { level: 0 })]))
  const text = (first?.data ?? []).map((row) => row.map(cellText).join('\t').trimEnd()).join('\n')
  const unread = others.filter(({ data }) => data.length > 0).map(({ sheet }) => quoted(sheet))
  if (!first || unread.length === 0) return { text }
  return { text, note: `Only the sheet ${quoted(first.sheet)} was read, not ${listText(unread)}.` }
}

const LONGEST_NAME = 40

const quoted = (name: string): string => `“${shortenEnd(name, LONGEST_NAME)}”`

/** The parts of the workbook that have texts; undefined when they are too large. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> | undefined {
  let size = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isText = /\.(?:xml|rels)$/.test(name)
      if (isText) size += originalSize
      return isText && size <= LARGEST_UNPACKED
    },
  })
  if (size > LARGEST_UNPACKED) return undefined
  const isLarge = Object.entries(parts).some(
    ([name, part]) => /\/worksheets\//.test(name) && isTooLarge(part),
  )
  return isLarge ? undefined : parts
}

/** XML may have blanks around the sign, and either quotation mark. */
const CELL = /\br\s*=\s*["']([A-Z]{1,4})?(\d{1,8})["']/g

function isTooLarge(sheet: Uint8Array): boolean {
  for (const [, column = '', row] of new TextDecoder().decode(sheet).matchAll(CELL))
    if (Number(row) > MOST_ROWS || columnNumber(column) > MOST_COLUMNS) return true
  return false
}

/** "A" is 1, "AA" is 27. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

/** A cell as it is pasted: in one line, a day without its time. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
