import { withGuard } from '#kit/csv/csv-line.ts'
import { inWindows1252 } from '#kit/csv/windows-1252.ts'
import { COLUMNS, columnLine } from './columns.ts'

/** Lines of DATEV's format for other programs (EXTF), version 700, as text: `encodeWindows1252` makes bytes of them. */

/** One booking: `cents` on the debit (S) or the credit (H) of `account`, and on the other side of `contra`. */
export interface Booking {
  readonly cents: number
  readonly side: 'S' | 'H'
  readonly account: string
  readonly contra: string
  /** The tax key (BU-Schlüssel), where the account has none of its own. */
  readonly key?: string | undefined
  /** "2026-11-23" */
  readonly day: string
  readonly document: string
  readonly text: string
  /** The VAT ID of a customer in another country of the EU, or that country, whose rate it is. */
  readonly eu?: { readonly vatIdOrCountry: string; readonly percent?: number | undefined } | undefined
}

interface BatchHead {
  readonly consultant: string
  readonly client: string
  readonly yearStart: string
  readonly accountLength: number
  readonly from: string
  readonly to: string
  readonly createdAt: string
}

const LONGEST = { document: 36, text: 60, vatId: 15, label: 30 }

const WIDTH = { key: 4, percent: 2 }

/**
 * A text field: in one line, without what the encoding lacks, cut to its length, in quotation marks. What a spreadsheet would run as
 * a formula begins with an apostrophe.
 */
function textField(text: string, longest: number): string {
  const line = inWindows1252(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim())
  return `"${withGuard(line).slice(0, longest).replaceAll('"', '""')}"`
}

/** Only what DATEV allows in the number of a document, and no sign of calculation before it. */
const documentField = (number: string): string =>
  `"${number
    .replaceAll(/[^\w$&%*+/-]/g, '-')
    .replace(/^[+-]/, '_')
    .slice(0, LONGEST.document)}"`

const amountField = (cents: number): string =>
  `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** "20,00": only two decimals have a place. */
const percentField = (percent: number): string => {
  const [whole = '', decimals] = percent.toFixed(2).split('.')
  return `${whole.padStart(WIDTH.percent, '0')},${decimals}`
}

const compact = (day: string): string => day.replaceAll('-', '')

/** "2311" of "2026-11-23": the year is that of the batch. */
const dayField = (day: string): string => `${day.slice(8, 10)}${day.slice(5, 7)}`

const place = new Map(COLUMNS.map(({ name }, index) => [name, index]))

const EMPTY: readonly string[] = COLUMNS.map(({ isText }) => (isText ? '""' : ''))

/** A line of the columns with these fields, all others empty. */
function lineOf(fields: Readonly<Record<string, string>>): string {
  const cells = [...EMPTY]
  for (const [name, field] of Object.entries(fields)) {
    const index = place.get(name)
    if (index === undefined) throw new Error(`There is no column ${name}.`)
    cells[index] = field
  }
  return cells.join(';')
}

export const bookingLine = ({
  cents,
  side,
  account,
  contra,
  key,
  day,
  document,
  text,
  eu,
}: Booking): string =>
  lineOf({
    'Umsatz (ohne Soll/Haben-Kz)': amountField(cents),
    'Soll/Haben-Kennzeichen': `"${side}"`,
    'WKZ Umsatz': '"EUR"',
    Konto: account,
    'Gegenkonto (ohne BU-Schlüssel)': contra,
    ...(key !== undefined && { 'BU-Schlüssel': `"${key.padStart(WIDTH.key, '0')}"` }),
    Belegdatum: dayField(day),
    'Belegfeld 1': documentField(document),
    Buchungstext: textField(text, LONGEST.text),
    ...(eu && { 'EU-Land u. UStID (Bestimmung)': textField(eu.vatIdOrCountry, LONGEST.vatId) }),
    ...(eu?.percent !== undefined && { 'EU-Steuersatz (Bestimmung)': percentField(eu.percent) }),
    // The tax adviser looks at the batch before it is final.
    Festschreibung: '0',
  })

/** The first two lines: what the batch is, and the names of the columns. */
export function headLines(head: BatchHead): string[] {
  const { consultant, client, yearStart, accountLength, from, to, createdAt } = head
  const label = textField(`Invoices ${from} ${to}`, LONGEST.label)
  const fields = [
    ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', createdAt, '', '"RE"', '""', '""'],
    ...[consultant, client, compact(yearStart), String(accountLength), compact(from), compact(to)],
    // Financial accounting, for any purpose, not final, in euro.
    ...[label, '""', '1', '0', '0', '"EUR"'],
    ...['', '""', '', '', '""', '', '', '""', '""'],
  ]
  return [fields.join(';'), columnLine()]
}
