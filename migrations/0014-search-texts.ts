import type { Transaction } from 'kysely'
import type { Schema } from '#kit/db/schema.ts'

// The texts of the search as they were when this step was added: later changes of the search must not change it.

/** Marks whole words in the search index. No normalised text contains it. */
const WHOLE_WORD_MARK = '␟'

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
const normalText = (text: string): string => spelled(text).replace(SEPARATORS, '')

/** A part number as people compare it: letters and digits only. */
const plainPartNumber = (sku: string): string => foldText(sku).replace(/[^\p{L}\p{N}]+/gu, '')

/** The columns of a product that the search reads. */
export function searchColumns(product: {
  readonly name: string
  readonly sku: string
  readonly description: string
}) {
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
function wholeWords(text: string): string[] {
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

/** A word without its plural ending: "bushes" is "bush", "assemblies" is "assembly". */
function singular(word: string): string {
  if (word.length < 4 || !/^\p{L}+$/u.test(word)) return word
  if (/.ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word
}

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * Folds a text for a search that ignores case, accents and the kind of apostrophe: "José O’Brien" and "jose o'brien" are
 * the same. Fold both the stored text and the search.
 */
function foldText(text: string): string {
  return text
    .replace(/[’‘ʼ`´′]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

/** Too many words are like a shorter one; a longer one has too many variants. */
const KNOWN_WORD = /^\p{L}{4,30}$/u

/** Rows of one statement: databases limit the number of its parameters. */
const ROWS_AT_ONCE = 1000

/** Adds the words of these texts to those that a misspelt search is corrected to. Words are never removed. */
export async function learnWords(trx: Transaction<Schema>, texts: readonly string[]): Promise<void> {
  const words = [...new Set(texts.flatMap((text) => normalText(text).match(/[\p{L}\p{M}]+/gu) ?? []))].filter(
    (word) => KNOWN_WORD.test(word),
  )
  for (const some of inParts(words)) {
    const known = await trx
      .selectFrom('word_variants')
      .select('word')
      .where('variant', 'in', some)
      .whereRef('word', '=', 'variant')
      .execute()
    const isKnown = new Set(known.map(({ word }) => word))
    // Sorted, so that transactions which add the same words wait for each other in the same sequence.
    const added = some.filter((word) => !isKnown.has(word)).sort()
    const rows = added.flatMap((word) => variantsOf(word).map((variant) => ({ variant, word })))
    for (const part of inParts(rows))
      await trx
        .insertInto('word_variants')
        .values(part)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS_AT_ONCE) }, (_, part) =>
    items.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )
}

/** The word and what is left of it without one letter. Two words that differ in one letter share one of these. */
const variantsOf = (word: string): string[] => [
  ...new Set([word, ...[...word].map((_, at) => [...word].toSpliced(at, 1).join(''))]),
]
