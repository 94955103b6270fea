import { type RawBuilder, sql } from 'kysely'

const MAXIMUM_WORDS = 10

/** The words of a search in lower case, ten at most; every one has to be found. What cannot be seen parts words too. */
export function searchWords(query: string | undefined): string[] {
  return (query ?? '')
    .toLowerCase()
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, MAXIMUM_WORDS)
}

/** Whether a column that is kept in lower case has the word anywhere in it, `%` and `_` taken as they are. */
export function contains(column: string, word: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(word)}%`} escape '\\'`
}

/** A text in a pattern of `like`, with `%` and `_` taken as they are. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Letters that are no letter with an accent, and are still looked for by their plain ones. */
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
 * A text as it is searched where accents, capitals and the kind of an apostrophe make no difference: "José O’Brien"
 * and "jose o'brien" are the same. Fold what is kept and what is looked for alike.
 */
export function foldText(text: string): string {
  return text
    .replace(/[’‘ʼ`´′]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
