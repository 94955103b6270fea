import { unzipSync } from 'fflate'
import { type TextOfFile, textTooLarge } from '#kit/browser/read-text-file.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { listText, shortenEnd } from '#kit/text/list-text.ts'
import { readStrings } from './cell-text.ts'
import { readFormats } from './formats.ts'
import { hasCells, readSheet, type SheetText, SheetTooLarge } from './read-sheet.ts'
import { walkXml } from './walk-xml.ts'

/** A workbook of a list is small; one with pictures is not. */
export const LARGEST_WORKBOOK = 5_000_000

/** What its parts come to unpacked: a small file can have gigabytes. */
const LARGEST_UNPACKED = 16_000_000

export const WORKBOOK_TOO_LARGE = {
  problem: 'The spreadsheet is too large: copy its cells and paste them.',
} as const

type Parts = Readonly<Record<string, Uint8Array>>

interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly part: Uint8Array
}

/**
 * The first sheet of an Excel workbook as Excel shows it, as its cells are pasted: a line a row, with tabs. What it does not
 * show is left out: hidden rows, columns and sheets. The sheets behind it may be another list, so they are named instead.
 * Throws when the file is no workbook; `maximumBytes` is how long the list may be.
 */
export function readSpreadsheet(bytes: Uint8Array, maximumBytes: number): TextOfFile {
  const parts = unpack(bytes)
  if (!parts) return WORKBOOK_TOO_LARGE
  const { sheets, isFrom1904, partOfType } = readStructure(parts)
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  if (!first) throw new Error('The workbook has no sheet.')
  const context = {
    strings: readStrings(partOfType('sharedStrings')),
    formatOf: readFormats(partOfType('styles')),
    isFrom1904,
  }
  try {
    const read = readSheet(first.part, context, maximumBytes)
    const unread = sheets.filter((sheet) => sheet !== first && hasCells(sheet.part))
    const note = [hiddenText(read), unreadText(first, unread)].filter(Boolean).join(' ')
    return { text: read.text, ...(note && { note }) }
  } catch (error) {
    if (!(error instanceof SheetTooLarge)) throw error
    return error.isLongText ? textTooLarge(maximumBytes) : WORKBOOK_TOO_LARGE
  }
}

/** The parts of the workbook that have texts; undefined when they are too large. */
function unpack(bytes: Uint8Array): Parts | undefined {
  let size = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isText = /\.(?:xml|rels)$/.test(name)
      if (isText) size += originalSize
      return isText && size <= LARGEST_UNPACKED
    },
  })
  return size > LARGEST_UNPACKED ? undefined : parts
}

const FOLDER = 'xl/'

/** A name may be that of the whole file, which begins with a slash. */
const partOf = (parts: Parts, name: string): Uint8Array | undefined =>
  parts[name.startsWith('/') ? name.slice(1) : FOLDER + name]

/** The sheets in their sequence. A sheet without cells, such as one of a chart, is none. */
function readStructure(parts: Parts) {
  const [workbook, relations] = [partOf(parts, 'workbook.xml'), partOf(parts, '_rels/workbook.xml.rels')]
  if (!workbook) throw new Error('The file is no workbook.')
  const targets = new Map<string, string>()
  const byType = new Map<string, string>()
  if (relations)
    walkXml(relations, {
      open: (name, { Id = '', Type = '', Target = '' }) => {
        if (name !== 'Relationship') return
        targets.set(Id, Target)
        byType.set(Type.slice(Type.lastIndexOf('/') + 1), Target)
      },
    })
  const sheets: Sheet[] = []
  let isFrom1904 = false
  walkXml(workbook, {
    open: (name, { name: sheet = '', id = '', state = 'visible', date1904 }) => {
      if (name === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true'
      if (name !== 'sheet') return
      const target = targets.get(id) ?? ''
      const part = partOf(parts, target)
      if (part && /worksheets\//.test(target))
        sheets.push({ name: sheet, isHidden: state !== 'visible', part })
    },
  })
  const partOfType = (type: string) => partOf(parts, byType.get(type) ?? `${type}.xml`)
  return { sheets, isFrom1904, partOfType }
}

/** Hidden rows can be what somebody filtered away, so they are never ordered unseen. */
function hiddenText({ hiddenRows, hiddenColumns }: SheetText): string {
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
