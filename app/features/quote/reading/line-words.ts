/** A line of a pasted list, taken apart. */
export interface WordLine {
  /** The trimmed columns: more than one in a row of a table. */
  readonly columns: readonly string[]
  readonly words: readonly Word[]
}

/** A word of a line. Separators, brackets, multiplication signs and dashes between blanks belong to no word. */
export interface Word {
  readonly text: string
  /** The index of its column. */
  readonly column: number
  /** What stands between the word before and this one. */
  readonly gap: string
}

/** Full-width characters begin so far behind the plain ones. */
const FULL_WIDTH = 0xfee0

/** The line without invisible characters, with plain dashes and digits, and with one kind of multiplication sign besides "x". */
export const plainLine = (line: string): string =>
  line
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\P{Cc}\t]/gu, ' ')
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH))
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[✕✖*]/g, '×')

/** The line with a multiplication sign for a single "x" between blanks, and in "200x" and "x200". */
export const withTimes = (line: string): string =>
  line.replace(/(?<=\s)x(?=\s|\d)|(?<=(?:^|\s)\d[\d.,'’]*k?)x(?=\s|$)/gi, '×')

/** The line without the marks of a quotation, of a list and of an address, and with a currency for the dash of "200,-". */
export const withoutMarks = (line: string): string =>
  line
    .replace(/^[\s>|]+/, '')
    .replace(/^\*\s+/, '')
    .replace(/<([^<>]*)>/g, ' $1 ')
    .replace(/(?<![\d.,'’])(\d[\d.,'’]*),-+(?=[\s;)]|$)/g, '€$1')

/** The line with a multiplication sign for an `x` between a part number and a number, as in `HX-1x200` and `200xHX-1`. */
export const withoutGluedX = (line: string): string[] =>
  [
    line.replace(/(?<=[\p{L}\d])x(?=\d[\d.,'’]*k?(?:[\s;,]|$))/giu, '×'),
    line.replace(/(?<=(?:^|[\s;,])\d[\d.,'’]*k?)x(?=[\p{L}\d])/giu, '×'),
  ].filter((separated) => separated !== line)

/** Punctuation only, such as a dash between blanks; without what says something of a number, such as "+" and "€". */
const PUNCTUATION = /^[^\p{L}\p{N}\p{Sc}%+~±≈∼≤≥≠÷➕➖‰@°#]+$/u

/** A comma between two digits may belong to a number; in a row parted by commas it does not. */
const WORD = /(?:[^\s,;:×=|<>()[\]{}"“”„«»•·▪◦]|(?<=\d),(?=\d))+/gu

export function splitLine(line: string): WordLine {
  const columns = columnsOf(line)
  const words: Word[] = []
  let gap = ''
  for (const [column, { text, isQuoted, mark }] of columns.entries()) {
    let end = 0
    for (const match of text.matchAll(WORD)) {
      // The full stop of a sentence.
      const word = match[0].replace(/[.!?]+$/, '')
      if (word === '' || PUNCTUATION.test(word)) continue
      gap += text.slice(end, match.index)
      words.push({ text: word, column, gap })
      gap = ''
      end = match.index + word.length
    }
    // A quoted number is a column of its own: it never continues in the next.
    gap += text.slice(end) + (isQuoted ? '"' : '') + mark
  }
  return { columns: columns.map(({ text }) => text.trim()), words }
}

interface Column {
  readonly text: string
  readonly isQuoted: boolean
  /** The separator that ends it. */
  readonly mark: string
}

/** A quoted column may contain the separator, and a quotation mark twice. */
const COLUMN = {
  '\t': /[ ]*"((?:[^"]|"")*)"[ ]*(\t|$)|([^\t]*)(\t|$)/y,
  ';': /\s*"((?:[^"]|"")*)"\s*(;|$)|([^;]*)(;|$)/y,
  ',': /\s*"((?:[^"]|"")*)"\s*(,|$)|([^,]*)(,|$)/y,
}

function columnsOf(line: string): Column[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
  if (separator === ',' && !isPartedByCommas(line)) return [{ text: line, isQuoted: false, mark: '' }]
  const columns: Column[] = []
  const pattern = new RegExp(COLUMN[separator])
  let mark = separator as string
  while (mark !== '') {
    const [, quoted, quotedMark, plain = '', plainMark = ''] = pattern.exec(line) ?? []
    mark = quotedMark ?? plainMark
    columns.push({ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined, mark })
  }
  return columns
}

/** Whether a comma is no separator of thousands or decimals: it is in a line without blanks, or beside something else than digits. */
const isPartedByCommas = (line: string): boolean => {
  const chunks = line.trim().split(/\s+/)
  return chunks.some(
    (chunk) => chunk.includes(',') && (chunks.length === 1 || !/^\d+(?:[.,'’]\d+)*k?$/i.test(chunk)),
  )
}
