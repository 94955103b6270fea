import { type RawBuilder, sql } from 'kysely'
import { type Db, kindOf } from '#kit/db/db.ts'

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

/** Whether a column has one of the values. One parameter for any number of these: the text of the statement stays the same. */
export const isAmong = (db: Db, column: string, values: readonly unknown[]): RawBuilder<boolean> =>
  kindOf(db) === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${sql.ref(column)} = any(${values})`

/** Fewer digits are in many phone numbers. */
const SHORTEST_PHONE = 6

/** The digits of a search that looks like a phone number, without the zeros and the plus before it; undefined for others. */
export function phoneDigits(query: string | undefined): string | undefined {
  const text = query?.trim() ?? ''
  if (!/^\+?[\d\s()./-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= SHORTEST_PHONE ? digits : undefined
}

/** What people write between the digits of a phone number. */
const PHONE_MARKS = [' ', '-', '(', ')', '.', '/']

/** Whether a column with a phone number has these digits, however it is written. */
export function hasPhone(column: string, digits: string): RawBuilder<boolean> {
  const plain = PHONE_MARKS.reduce<RawBuilder<unknown>>(
    (text, mark) => sql`replace(${text}, ${sql.lit(mark)}, '')`,
    sql.ref(column),
  )
  return sql<boolean>`${plain} like ${`%${digits}%`}`
}
