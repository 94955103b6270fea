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

/** What an FTS5 index of three-letter terms is asked for, and the words that it is no help with. */
export interface TermQuery {
  /** Undefined when nothing can be found. */
  readonly match: string | undefined
  readonly others: readonly string[]
}

// A word of one or two letters stands for all terms that begin with it; of more than these it is in most texts.
const MAXIMUM_TERMS = 100

/** Asks a trigram index of SQLite for every word; `terms` is the table of the terms that it has. */
export async function termQuery(db: Db, terms: string, words: readonly string[]): Promise<TermQuery> {
  const wanted: string[] = []
  const others: string[] = []
  for (const word of words) {
    if ([...word].length >= 3) {
      wanted.push(quoted(word))
      continue
    }
    const beginning = await termsFrom(db, terms, word)
    if (beginning.length === 0) return { match: undefined, others: [] }
    if (beginning.length > MAXIMUM_TERMS) others.push(word)
    else wanted.push(`(${beginning.map(quoted).join(' OR ')})`)
  }
  return { match: wanted.join(' AND '), others }
}

async function termsFrom(db: Db, terms: string, word: string): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`select term from ${sql.table(terms)}
    where term >= ${word} and term < ${`${word}\u{10FFFF}`} limit ${MAXIMUM_TERMS + 1}`.execute(db)
  return rows.map(({ term }) => term)
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
