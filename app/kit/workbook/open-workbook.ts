import { unzipSync } from 'fflate'
import { type CellContext, inLine, inLines, readStrings } from './cell-text.ts'
import { readFormats } from './formats.ts'
import { walkXml } from './walk-xml.ts'

type Parts = Readonly<Record<string, Uint8Array>>

export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly part: Uint8Array
}

/** An Excel workbook: its sheets in their sequence, and what their cells have in common. */
interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly context: CellContext
}

interface Options {
  /** What its parts may come to unpacked: a small file can have gigabytes. */
  readonly largestUnpacked: number
  /** Whether texts keep their line breaks. */
  readonly keepsLines?: boolean
}

/** How a ZIP file begins, as workbooks of Excel are. */
export const isZip = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, 4)) === 'PK\u0003\u0004'

/** Opens a workbook; undefined when it is too large. Throws when the file is none. */
export function openWorkbook(
  bytes: Uint8Array,
  { largestUnpacked, keepsLines }: Options,
): Workbook | undefined {
  const parts = unpack(bytes, largestUnpacked)
  if (!parts) return undefined
  const { sheets, isFrom1904, partOfType } = readStructure(parts)
  const textOf = keepsLines ? inLines : inLine
  const context = {
    strings: readStrings(partOfType('sharedStrings'), textOf),
    formatOf: readFormats(partOfType('styles')),
    isFrom1904,
    textOf,
  }
  return { sheets, context }
}

/** The parts of the workbook that have texts; undefined when they are too large. Each has as many bytes as it says, at most. */
function unpack(bytes: Uint8Array, largest: number): Parts | undefined {
  let size = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isText = /\.(?:xml|rels)$/.test(name)
      if (isText) size += originalSize
      return isText && size <= largest
    },
  })
  return size > largest ? undefined : parts
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
