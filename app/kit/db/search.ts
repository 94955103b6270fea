import { type RawBuilder, sql } from 'kysely'

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
