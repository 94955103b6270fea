import { hash } from 'node:crypto'

/** What a column holds, whatever its type is called in a database. */
export type ColumnKind = 'text' | 'integer' | 'float' | 'boolean' | 'time' | 'bytes'

/**
 * A value as both databases have it: numbers in decimal, `true` and `false`, times as ISO text in UTC with as many digits as
 * they have. So what is compared is what is stored.
 */
export type Value = string | Buffer | null

/** A value that the other database cannot have. */
export class UnmovableValue extends Error {}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00)$/

/** With milliseconds, as the shop writes times, and with microseconds only where there are some. */
function timeText(stored: unknown): string {
  const [, day, time, fraction = ''] = TIME.exec(String(stored)) ?? []
  if (!day) throw new UnmovableValue('is not a time')
  const digits = fraction.padEnd(6, '0')
  return `${day}T${time}.${digits.endsWith('000') ? digits.slice(0, 3) : digits}Z`
}

function floatText(number: unknown): string {
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new UnmovableValue('is not a number')
  return Object.is(number, -0) ? '-0' : String(number)
}

function wholeText(number: unknown): string {
  if (typeof number !== 'bigint') throw new UnmovableValue('is not a whole number')
  return String(number)
}

function booleanText(stored: unknown): string {
  if (stored !== 0n && stored !== 1n) throw new UnmovableValue('is neither true nor false')
  return stored === 1n ? 'true' : 'false'
}

function textOf(stored: unknown): string {
  if (typeof stored !== 'string') throw new UnmovableValue('is not a text')
  return stored
}

function bytesOf(stored: unknown): Buffer {
  if (!Buffer.isBuffer(stored)) throw new UnmovableValue('are not bytes')
  return stored
}

const FROM_SQLITE: Readonly<Record<ColumnKind, (stored: unknown) => Value>> = {
  text: textOf,
  integer: wholeText,
  float: floatText,
  boolean: booleanText,
  time: timeText,
  bytes: bytesOf,
}

/** A value of SQLite, whose whole numbers were read as `bigint`. */
export const fromSqlite = (kind: ColumnKind, stored: unknown): Value =>
  stored === null ? null : FROM_SQLITE[kind](stored)

const FROM_POSTGRES: Readonly<Record<ColumnKind, (text: string) => Value>> = {
  text: (text) => text,
  integer: (text) => text,
  float: (text) => floatText(Number(text)),
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  time: timeText,
  bytes: (text) => Buffer.from(text.slice('\\x'.length), 'hex'),
}

/** A value of PostgreSQL, as its text in UTC. */
export const fromPostgres = (kind: ColumnKind, text: string | null): Value =>
  text === null ? null : FROM_POSTGRES[kind](text)

const TO_SQLITE: Readonly<Partial<Record<ColumnKind, (text: string) => bigint | number>>> = {
  integer: BigInt,
  float: Number,
  boolean: (text) => (text === 'true' ? 1n : 0n),
}

/** A value as SQLite stores it. PostgreSQL takes values as they are. */
export function toSqlite(kind: ColumnKind, value: Value): string | Buffer | bigint | number | null {
  return typeof value === 'string' ? (TO_SQLITE[kind]?.(value) ?? value) : value
}

/** How many rows there are, and a sum of them that does not depend on their sequence, which the databases see differently. */
export interface Checksum {
  readonly rows: number
  readonly sum: string
}

const encodeRow = (row: readonly Value[]): string =>
  JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { bytes: value.toString('base64') } : value)))

/** Adds up the rows of a table: 128 bits of the SHA-256 of each. No two rows of a table are the same. */
export function startChecksum() {
  let [rows, low, high] = [0, 0n, 0n]
  return {
    add(row: readonly Value[]): void {
      const digest = hash('sha256', encodeRow(row), 'hex')
      const partOf = (from: number) => BigInt(`0x${digest.slice(from, from + 16)}`)
      rows += 1
      low = BigInt.asUintN(64, low + partOf(0))
      high = BigInt.asUintN(64, high + partOf(16))
    },
    end: (): Checksum => ({
      rows,
      sum: [high, low].map((half) => half.toString(16).padStart(16, '0')).join(''),
    }),
  }
}
