import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

const MAXIMUM_WORDS = 10

/** The words of a search in lower case, ten at most; every one has to be found. */
export function searchWords(query: string | undefined): string[] {
  return (query ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAXIMUM_WORDS)
}

/** Whether a column that is kept in lower case has the word anywhere in it, `%` and `_` taken as they are. */
export function contains(column: string, word: string): RawBuilder<boolean> {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** So many letters in a row are an entry of PostgreSQL's index, and all fewer ones. */
const GRAM = 4

/** Parts that every text with the word has: itself where it is short, else fours that leave none of its letters out. */
export function gramsOf(word: string): string[] {
  const letters = [...word]
  const last = letters.length - GRAM
  if (last < 0) return [word]
  return letters
    .map((_, start) => letters.slice(start, start + GRAM).join(''))
    .filter((_, start) => start === last || (start < last && start % GRAM === 0))
}

/** What an FTS5 index of three-letter terms is asked for, and the words that it is no help with. */
export interface TermQuery {
  /** Undefined when nothing can be found. */
  readonly match: string | undefined
  readonly others: readonly string[]
}

// A word of one or two letters stands for all terms that begin with it; of more than these it is in most texts.
const MAXIMUM_TERMS = { ofOneLetter: 10, ofTwoLetters: 100 }

/** Asks a trigram index of SQLite for every word; `terms` is the table of the terms that it has. */
export async function termQuery(db: Db, terms: string, words: readonly string[]): Promise<TermQuery> {
  const wanted: string[] = []
  const others: string[] = []
  for (const word of words) {
    const { length } = [...word]
    if (length >= 3) {
      wanted.push(quoted(word))
      continue
    }
    const maximum = length === 1 ? MAXIMUM_TERMS.ofOneLetter : MAXIMUM_TERMS.ofTwoLetters
    const beginning = await termsFrom(db, terms, word, maximum + 1)
    if (beginning.length === 0) return { match: undefined, others: [] }
    if (beginning.length > maximum) others.push(word)
    else wanted.push(`(${beginning.map(quoted).join(' OR ')})`)
  }
  return { match: wanted.join(' AND '), others }
}

/** Each term is looked up from the one before it: `terms` has a row for each time that a text has a term. */
async function termsFrom(db: Db, terms: string, word: string, limit: number): Promise<string[]> {
  const end = `${word}\u{10FFFF}`
  const from = (least: RawBuilder<unknown>) =>
    sql`(select term from ${sql.table(terms)} where term >= ${least} limit 1)`
  const { rows } = await sql<{ term: string }>`with recursive found (term) as (
      select ${from(sql`${word}`)}
      union all select ${from(sql`found.term || char(1)`)} from found where term < ${end}
      limit ${limit})
    select term from found where term < ${end}`.execute(db)
  return rows.map(({ term }) => term)
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
