import { type TextOfFile, textTooLarge } from '#kit/browser/read-text-file.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { listText, shortenEnd } from '#kit/text/list-text.ts'
import { openWorkbook, type Sheet } from '#kit/workbook/open-workbook.ts'
import { type Hidden, hasCells, SheetTooLarge, walkSheet } from '#kit/workbook/walk-sheet.ts'

/** A workbook of a list is small; one with pictures is not. */
export const LARGEST_WORKBOOK = 5_000_000

/** What its parts come to unpacked. */
const LARGEST_UNPACKED = 16_000_000

/** Rows and columns of a list. */
const MOST_ROWS = 5000
const MOST_COLUMNS = 60

export const WORKBOOK_TOO_LARGE = {
  problem: 'The spreadsheet is too large: copy its cells and paste them.',
} as const

/**
 * The first sheet of an Excel workbook as Excel shows it, as its cells are pasted: a line a row, with tabs. What it does not
 * show is left out: hidden rows, columns and sheets. The sheets behind it may be another list, so they are named instead.
 * Throws when the file is no workbook; `maximumBytes` is how long the list may be.
 */
export function readSpreadsheet(bytes: Uint8Array, maximumBytes: number): TextOfFile {
  const workbook = openWorkbook(bytes, { largestUnpacked: LARGEST_UNPACKED })
  if (!workbook) return WORKBOOK_TOO_LARGE
  const { sheets, context } = workbook
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  if (!first) throw new Error('The workbook has no sheet.')
  const lines: string[] = []
  let last = 0
  try {
    const bounds = { rows: MOST_ROWS, columns: MOST_COLUMNS, text: maximumBytes }
    const hidden = walkSheet(first.part, context, bounds, (number, cells) => {
      // A blank row is a blank line, a hidden one is none.
      for (; last + 1 < number; last += 1) lines.push('')
      last = Math.max(last, number)
      if (cells) lines.push(cells.join('\t'))
    })
    const unread = sheets.filter((sheet) => sheet !== first && hasCells(sheet.part))
    const note = [hiddenText(hidden), unreadText(first, unread)].filter(Boolean).join(' ')
    return { text: lines.join('\n').trimEnd(), ...(note && { note }) }
  } catch (error) {
    if (!(error instanceof SheetTooLarge)) throw error
    return error.isLongText ? textTooLarge(maximumBytes) : WORKBOOK_TOO_LARGE
  }
}

/** Hidden rows can be what somebody filtered away, so they are never ordered unseen. */
function hiddenText({ hiddenRows, hiddenColumns }: Hidden): string {
  const counts = [counted(hiddenRows, 'row'), counted(hiddenColumns, 'column')].filter(
    (each) => each !== undefined,
  )
  if (counts.length === 0) return ''
  const isOne = hiddenRows + hiddenColumns === 1
  return `${listText(counts)} ${isOne ? 'was' : 'were'} left out. To read ${isOne ? 'it' : 'them'} too, show ${isOne ? 'it' : 'them'} in Excel and drop the file again.`
}

const counted = (count: number, what: string): string | undefined =>
  count === 0 ? undefined : `${formatCount(count)} hidden ${what}${count === 1 ? '' : 's'}`

const LONGEST_NAME = 40

function unreadText(first: Sheet, unread: readonly Sheet[]): string {
  const quoted = ({ name }: Sheet): string => `“${shortenEnd(name, LONGEST_NAME)}”`
  const named = (sheet: Sheet): string => (sheet.isHidden ? `the hidden ${quoted(sheet)}` : quoted(sheet))
  return unread.length === 0
    ? ''
    : `Only the sheet ${quoted(first)} was read, not ${listText(unread.map(named))}.`
}
