import { expect } from 'vitest'

/**
 * A strict reader of DATEV's booking batches, by the description of the format (DATEV-Format, header version 700, Buchungsstapel, format
 * version 13): encoding, line ends, quotation marks, and of each field whether it is a text, its length and what it may have.
 */

/** A text of at most so many characters, in quotation marks. */
const text = (longest: number): RegExp => new RegExp(`^"(?:[^"]|""){0,${longest}}"$`)
const digits = (most: number): RegExp => new RegExp(`^\\d{0,${most}}$`)

const FLAG = /^[01]?$/
const PERCENT = /^(?:\d{2},\d{2})?$/
const DAY = '(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])'
const WHOLE_DAY = new RegExp(`^(?:${DAY}20\\d\\d)?$`)
const NOTE = [text(20), text(210)]
const ACCOUNT = /^(?!0+$)\d{1,9}$/
const CURRENCY = /^"[A-Z]{3}"$/

const some = (count: number, fields: readonly RegExp[]): RegExp[] =>
  Array.from({ length: count }, () => fields).flat()

/** The 125 fields of a booking. Required are those that no empty field matches. */
const FIELDS: readonly RegExp[] = [
  ...[/^(?!0+,00$)\d{1,10},\d{2}$/, /^"[SH]"$/, CURRENCY, /^(?:(?!0+,0+$)\d{1,4},\d{6})?$/],
  ...[
    /^(?:\d{1,10},\d{2})?$/,
    /^"(?:[A-Z]{3})?"$/,
    ACCOUNT,
    ACCOUNT,
    /^"(?:\d{4})?"$/,
    new RegExp(`^${DAY}$`),
  ],
  ...[/^"[\w$&%*+/-]{0,36}"$/, /^"[\w$&%*+/-]{0,12}"$/, /^(?:\d{1,8},\d{2})?$/, text(60), FLAG, text(9)],
  ...[digits(3), digits(2), FLAG, text(210)],
  ...some(8, NOTE),
  ...[text(36), text(36), /^(?:\d{1,12},\d{4})?$/, text(15), PERCENT, /^"[IKPS]?"$/, digits(3), digits(3)],
  ...[digits(1), digits(2), digits(3)],
  ...some(20, NOTE),
  ...[
    digits(8),
    /^(?:\d{1,8},\d{2})?$/,
    digits(2),
    text(10),
    /^(?:20\d\d)?$/,
    WHOLE_DAY,
    digits(1),
    text(30),
  ],
  ...[
    /^"(?:A[AGV]|S[RUGO])?"$/,
    digits(2),
    /^"(?:[A-Z]{2})?"$/,
    digits(3),
    PERCENT,
    digits(8),
    text(2),
    text(36),
  ],
  ...[WHOLE_DAY, text(35), FLAG, text(76), digits(4), text(11), text(20), WHOLE_DAY, text(30), digits(2)],
  ...[
    /^[01]$/,
    WHOLE_DAY,
    WHOLE_DAY,
    WHOLE_DAY,
    /^"[G01]?"$/,
    PERCENT,
    /^"(?:[A-Z]{2})?"$/,
    text(70),
    digits(2),
  ],
  ...[text(15), PERCENT, digits(9)],
]

const NUMBER_OF_FIELDS = 125

const DATE = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** The 31 fields of the first line. */
const HEAD: readonly RegExp[] = [
  ...[
    /^"EXTF"$/,
    /^700$/,
    /^21$/,
    /^"Buchungsstapel"$/,
    /^13$/,
    /^20\d{15}$/,
    /^$/,
    /^"[A-Z]{2}"$/,
    text(25),
    /^""$/,
  ],
  ...[/^(?!0)\d{4,7}$/, /^(?!0)\d{1,5}$/, DATE, /^[4-8]$/, DATE, DATE, text(30), /^"(?:[A-Z]{2}){0,2}"$/],
  ...[/^1$/, /^0$/, /^[01]$/, CURRENCY, /^$/, /^""$/, /^$/, /^$/, text(2), /^$/, /^$/, /^""$/, text(16)],
]

/** Of some of the columns the names, by their number; they all stand in the second line. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'Umsatz (ohne Soll/Haben-Kz)',
  8: 'Gegenkonto (ohne BU-Schlüssel)',
  14: 'Buchungstext',
  40: 'EU-Land u. UStID (Bestimmung)',
  48: 'Zusatzinformation - Art 1',
  87: 'Zusatzinformation- Inhalt 20',
  114: 'Festschreibung',
  125: 'Abw. Skontokonto',
}

interface ReadBooking {
  readonly cents: number
  readonly side: string
  readonly account: string
  readonly contra: string
  readonly key: string
  /** "2026-11-23", in the year of the batch. */
  readonly day: string
  readonly document: string
  readonly text: string
  readonly eu: string
  readonly euPercent: string
}

export interface ReadBatch {
  readonly head: readonly string[]
  readonly bookings: readonly ReadBooking[]
}

/** The fields of a line: those in quotation marks, and others without any. */
function fieldsOf(line: string): string[] {
  const field = /(?:"(?:[^"]|"")*"|[^";]*)(?:;|$)/y
  const fields: string[] = []
  for (let at = 0; at <= line.length; ) {
    field.lastIndex = at
    const [found] = field.exec(line) ?? []
    if (found === undefined) throw new Error(`No field begins at ${at} of ${line}`)
    fields.push(found.replace(/;$/, ''))
    at += found.length
    if (!found.endsWith(';')) break
  }
  return fields
}

function expectFields(line: string, patterns: readonly RegExp[]): string[] {
  const fields = fieldsOf(line)
  const wrong = fields.flatMap((field, index) =>
    patterns[index]?.test(field) ? [] : [`${index + 1}: ${field}`],
  )
  expect([fields.length, wrong]).toEqual([patterns.length, []])
  return fields
}

const unquoted = (field = ''): string => field.replace(/^"|"$/g, '').replaceAll('""', '"')

export function readDatev(bytes: Uint8Array): ReadBatch {
  expect(FIELDS).toHaveLength(NUMBER_OF_FIELDS)
  const unused = [0x81, 0x8d, 0x8f, 0x90, 0x9d]
  expect(
    [...bytes].filter((byte) => (byte < 0x20 && byte !== 0x0d && byte !== 0x0a) || unused.includes(byte)),
  ).toEqual([])
  const content = new TextDecoder('windows-1252').decode(bytes)
  const lines = content.split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([])
  const [first = '', names = '', ...rest] = lines
  const head = expectFields(first, HEAD)
  const columns = names.split(';')
  expect([columns.length, new Set(columns).size]).toEqual([NUMBER_OF_FIELDS, NUMBER_OF_FIELDS])
  for (const [number, name] of Object.entries(NAMES)) expect(columns[Number(number) - 1]).toBe(name)
  return { head, bookings: rest.map((line) => readBooking(line, head)) }
}

function readBooking(line: string, head: readonly string[]): ReadBooking {
  const fields = expectFields(line, FIELDS)
  const of = (number: number): string => unquoted(fields[number - 1])
  const [yearStart = '', , from = '', to = ''] = head.slice(12)
  const [day, month] = [of(10).slice(0, 2), of(10).slice(2)]
  // The year of a booking is that of the batch in which its day is.
  const years = [...new Set([from, to].map((each) => each.slice(0, 4)))]
  const date = years.map((year) => `${year}${month}${day}`).find((each) => each >= from && each <= to)
  if (date === undefined || date < yearStart) throw new Error(`${of(10)} is no day from ${from} to ${to}.`)
  const longest = Number(head[13])
  // Accounts of customers have a digit more.
  for (const account of [of(7), of(8)]) expect(account.length).toBeLessThanOrEqual(longest + 1)
  // Of other currencies than that of the batch the rate would be needed.
  expect(of(3)).toBe(unquoted(head[21]))
  return {
    cents: Number(of(1).replace(',', '')),
    side: of(2),
    account: of(7),
    contra: of(8),
    key: of(9),
    day: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
    document: of(11),
    text: of(14),
    eu: of(40),
    euPercent: of(41),
  }
}
