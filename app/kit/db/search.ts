import { type RawBuilder, sql } from 'kysely'

const MAXIMUM_WORDS = 10

/** The words of a search in lower case, ten at most; a hit has all of them. Control characters separate words too. */
export function searchWords(query: string | undefined): string[] {
  return (query ?? '')
    .toLowerCase()
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, MAXIMUM_WORDS)
}

/** Whether a column in lower case contains the word; `%` and `_` have no special meaning. */
export function contains(column: string, word: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(word)}%`} escape '\\'`
}

/** Escapes a text for a pattern of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

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
export function foldText(text: string): string {
  return text
    .replace(/[’‘ʼ`´′]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}
