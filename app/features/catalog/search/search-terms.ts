import { searchWords } from '#kit/input/search.ts'
import { MAXIMUM_SEARCH_LENGTH } from '#kit/input/search-length.ts'
import { foldText } from '#kit/text/fold-text.ts'
import { singular } from '#kit/text/singular.ts'

/** Marks whole words in the search index. No normalised text contains it. */
export const WHOLE_WORD_MARK = '␟'

/** Longer words are found as parts of a text only: databases limit the size of an entry of an index. */
const MAXIMUM_TERM_LENGTH = 40

/** Tokens with more runs of letters and digits have only their short sequences of runs as terms. */
const MAXIMUM_RUNS = 8
const SHORT_SEQUENCE = 3
const MAXIMUM_TERMS = 300

const UNITS = 'mm|cm|km|m|µm|μm|kg|g|nm|kn|n|bar|v|kw|w|mpa|°c|°|%'
const STANDARDS = 'din|iso|en|ansi|astm|asme|jis|bs|uni|nf|gb|sae'

/** What people write in several ways, each with the one way that is stored and searched. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`[\\s\\p{Cc}${WHOLE_WORD_MARK}]+`, 'gu'), ' '],
  [/[‐‑‒–—−]/g, '-'],
  [/×/g, 'x'],
  // Dimensions: "8 mm x 40", "m8 x 40", "8*40".
  [/(\d)(?: ?mm)? ?[x*] ?(?=\d)/g, '$1x'],
  [new RegExp(`(\\d) (?=(?:${UNITS})(?![\\p{L}\\p{N}]))`, 'gu'), '$1'],
  [new RegExp(`(?<![\\p{L}\\p{N}])(${STANDARDS})[ -]+(?=\\d)`, 'gu'), '$1'],
  // A thread, "m 8".
  [/(?<![\p{L}\p{N}])m (?=\d)/gu, 'm'],
]

/** Part numbers are written with and without dashes. A slash between digits is a fraction, as in "1/4". */
const SEPARATORS =
  /(?<=[\p{L}\p{M}\p{N}])-+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{M}\p{N}])\/(?=\p{L})|(?<=[\p{L}\p{M}])\/(?=\p{N})/gu

const spelled = (text: string): string =>
  SPELLINGS.reduce((spelt, [pattern, way]) => spelt.replace(pattern, way), foldText(text)).trim()

/** A text in one line, as it is stored for the search. A search in the same form is a part of it. */
export const normalText = (text: string): string => spelled(text).replace(SEPARATORS, '')

/** A part number as people compare it: letters and digits only. */
export const plainPartNumber = (sku: string): string => foldText(sku).replace(/[^\p{L}\p{N}]+/gu, '')

/** The columns of a product that the search reads. */
export interface SearchColumns {
  /** Name, part number and description in normal form, a line each. */
  readonly search_text: string
  /** The whole words of name and part number, each between spaces. */
  readonly search_words: string
  readonly sku_search: string
}

export function searchColumns(product: {
  readonly name: string
  readonly sku: string
  readonly description: string
}): SearchColumns {
  const { name, sku, description } = product
  const plain = plainPartNumber(sku)
  const normal = normalText(sku)
  return {
    search_text: [
      normalText(name),
      normal === plain ? plain : `${normal} ${plain}`,
      normalText(description),
    ].join('\n'),
    search_words: ` ${wholeWords(`${name} ${sku}`).join(' ')} `,
    sku_search: plain,
  }
}

/** A run is a number, with its decimals or as a fraction, or a sequence of letters. */
const RUN = /\d+(?:[./]\d+)*|[\p{L}\p{M}]+/gu

/**
 * The words of a text and those inside of them: "m8x40" also has "m8", "8x40" and "40". Without plural endings.
 */
export function wholeWords(text: string): string[] {
  const terms = new Set<string>()
  for (const token of spelled(text).split(/[^\p{L}\p{M}\p{N}\-_/.]+/u)) {
    const runs = token.match(RUN) ?? []
    for (const start of runs.keys()) {
      const last = runs.length > MAXIMUM_RUNS ? start + SHORT_SEQUENCE : runs.length
      for (let end = start + 1; end <= last; end += 1) terms.add(singular(runs.slice(start, end).join('')))
    }
    terms.add(singular(runs.join('')))
  }
  return [...terms]
    .filter((term) => term !== '' && term.length <= MAXIMUM_TERM_LENGTH)
    .slice(0, MAXIMUM_TERMS)
}

/** A word of a search. */
export interface SearchWord {
  /** As it was entered, in normal form. */
  readonly entered: string
  /** What a text has to contain. */
  readonly part: string
  /** The whole word; undefined if the index has no such terms. */
  readonly whole: string | undefined
  /** What was between its dashes and slashes, if there are any: "6204-2rsr" has "6204" and "2rsr". */
  readonly pieces?: readonly string[]
}

/** The words of a search, ten at most; a hit contains all of them. */
export function wordsOf(q: string | undefined): SearchWord[] {
  const text = spelled(searchWords(q).join(' ')).slice(0, MAXIMUM_SEARCH_LENGTH)
  return [...new Set(text.split(' '))].flatMap((token) => {
    // The unit of a dimension, as in "8 x 40 mm", is often left out. Commas and the like stand between words.
    const trimmed = plainMarks(token).replace(/(x\d+(?:\.\d+)?)mm$/, '$1') || token
    if (trimmed === '') return []
    const pieces = trimmed.split(SEPARATORS)
    const word = toSearchWord(pieces.join(''))
    return [pieces.length > 1 ? { ...word, pieces } : word]
  })
}

/** What stands around a part number that is copied from a mail. */
const AROUND_PART = /^[,;:?!([{<"„“”«»'‚‹›#*_]+|[,;:?!)\]}>"„“”«»'‚‹›#*_….]+$/gu

/** A part number that is parted by one other mark only: "hx/933/m8/40". No size: "20.29x2.62". */
const OTHER_MARKS = /^(?!.*\dx\d)[\p{L}\p{N}]+([/.])[\p{L}\p{N}]+(?:\1[\p{L}\p{N}]+)+$/u

/** A word of a search without commas and the like; with letters and digits, as a part number in the way of most. */
function plainMarks(token: string): string {
  const isOfPart = /\d/.test(token) && /\p{L}/u.test(token)
  if (!isOfPart) return token.replace(/^[,;:?!]+|[,;:?!]+$/g, '')
  const word = token.replace(AROUND_PART, '').replace(/\\?_|\\/g, '-')
  return OTHER_MARKS.test(word) ? word.replace(/[/.]/g, '-') : word
}

const WITH_UNIT = new RegExp(`^(\\d+(?:\\.\\d+)?)(?:${UNITS})$`, 'u')

/** The words without units; undefined if none has one. A name says "M6 × 20" for what a visitor calls 20 mm long. */
export function withoutUnits(words: readonly SearchWord[]): SearchWord[] | undefined {
  const bare = words.map((word) => {
    const number = WITH_UNIT.exec(word.entered)?.[1]
    return number === undefined ? word : toSearchWord(number)
  })
  return bare.some((word, index) => word !== words[index]) ? bare : undefined
}

export function toSearchWord(entered: string): SearchWord {
  const whole = singular(entered)
  return {
    entered,
    // Both "assembly" and "assemblies" contain "assembl".
    part: entered.endsWith('ies') && whole.endsWith('y') ? whole.slice(0, -1) : whole,
    whole: /^[\p{L}\p{M}\p{N}./]+$/u.test(whole) && whole.length <= MAXIMUM_TERM_LENGTH ? whole : undefined,
  }
}

/** What a search would be as a part number; undefined if it cannot be one. */
export function asPartNumber(words: readonly SearchWord[]): string | undefined {
  const plain = plainPartNumber(words.map(({ entered }) => entered).join(''))
  return plain !== '' && words.every(({ entered }) => /[\p{L}\p{N}]/u.test(entered)) ? plain : undefined
}

/** Whether a normal text contains the word, not as part of a longer number or of a longer word. */
export function hasWhole(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if (!isInsideRun(text, at) && !isInsideRun(text, end)) return true
  }
  return false
}

/** Whether the characters on both sides of the position are of the same number or the same sequence of letters. */
function isInsideRun(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 2), at + 2)
  const before = around.slice(0, Math.min(at, 2))
  const after = around.slice(before.length)
  return (
    (/\p{L}$/u.test(before) && /^\p{L}/u.test(after)) ||
    (/\d$/.test(before) && /^\d|^[./]\d/.test(after)) ||
    (/\d[./]$/.test(before) && /^\d/.test(after))
  )
}
