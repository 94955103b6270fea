import type { Db } from '#kit/db/db.ts'
import { inParts } from '#kit/rows/in-parts.ts'
import { editDistance } from './edit-distance.ts'
import { normalText } from './search-terms.ts'

/** Too many words are like a shorter one; a longer one has too many variants. */
const KNOWN_WORD = /^\p{L}{4,30}$/u

const ROWS_AT_ONCE = 1000

/** The replacements to try for one word. */
const MAXIMUM_REPLACEMENTS = 4

/** Adds the words of these texts to those that a misspelt search is corrected to. Words are never removed. */
export async function learnWords(trx: Db, texts: readonly string[]): Promise<void> {
  // The texts of a range repeat their words: each is brought into normal form once.
  const entered = new Set(texts.flatMap((text) => text.split(/\s+/)))
  const normal = normalText([...entered].join(' ')).match(/[\p{L}\p{M}]+/gu) ?? []
  const words = [...new Set(normal)].filter((word) => KNOWN_WORD.test(word))
  for (const some of inParts(words, ROWS_AT_ONCE)) {
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
    for (const part of inParts(rows, ROWS_AT_ONCE))
      await trx
        .insertInto('word_variants')
        .values(part)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

/** The word and what is left of it without one letter. Two words that differ in one letter share one of these. */
const variantsOf = (word: string): string[] => [
  ...new Set([word, ...[...word].map((_, at) => [...word].toSpliced(at, 1).join(''))]),
]

/** Whether a word of a search can be corrected. */
export const isCorrectable = (word: string): boolean => KNOWN_WORD.test(word)

/**
 * The known words that differ from this one in one letter, or in two swapped ones; those with the same beginning and length
 * first, at most four.
 */
export async function similarWords(db: Db, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('word_variants')
    .select('word')
    .distinct()
    .where('variant', 'in', variantsOf(word))
    // A limit for words like "aaaa", which thousands of words can be like.
    .limit(200)
    .execute()
  const cost = (known: string) =>
    (known[0] === word[0] ? 0 : 2) + (known.length === word.length ? 0 : known.length > word.length ? 0.5 : 1)
  return rows
    .map((row) => row.word)
    .filter((known) => editDistance(known, word) === 1)
    .sort((a, b) => cost(a) - cost(b) || (a < b ? -1 : 1))
    .slice(0, MAXIMUM_REPLACEMENTS)
}
