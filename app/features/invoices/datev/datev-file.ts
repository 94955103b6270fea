import type { DatevSettings } from '#features/settings/schema.ts'
import { currentSettings, shopTimeZone } from '#features/settings/settings.ts'
import { encodeWindows1252 } from '#kit/csv/windows-1252.ts'
import type { DayRange } from '#kit/input/day-range.ts'
import { askedDays } from '#kit/input/day-range-fields.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { listText } from '#kit/text/list-text.ts'
import { dayText } from '#kit/text/moment-text.ts'
import { type DocumentWithData, documentsWithData, invoicesPaidOn } from '../records/list-documents.ts'
import { invoiceRefusals } from '../refusals.ts'
import type { DatevPeriod } from '../schema.ts'
import { type Accounts, documentBooking, findRevenue, paymentBooking, revenueOf } from './bookings.ts'
import { type Booking, bookingLine, headLines } from './extf.ts'

type FileShop = Pick<Shop, 'db' | 'now' | 'config'>

type Days = Required<DayRange>

/** DATEV reads no more bookings from one file. */
const MOST_BOOKINGS = 99_999

/** So many lines are sent at once. */
const LINES_AT_ONCE = 500

/** A booking batch: its name, and its bytes as they are sent. */
interface DatevFile {
  readonly name: string
  readonly parts: () => AsyncGenerator<Uint8Array>
}

/**
 * The invoices and credit notes of a time, and what was paid in it, as a booking batch of DATEV. Refuses (409) when accounts are not
 * set, each of which is named; when a document is not in euro, whose rate the shop does not know, or from before its tax was kept;
 * and when there is nothing to book, or too much. Refuses days of two business years (422).
 */
export async function datevFile(shop: FileShop, period: DatevPeriod): Promise<DatevFile> {
  const { datev } = await currentSettings(shop)
  const timeZone = await shopTimeZone(shop)
  const now = shop.now()
  const days = askedDays(period, { now, timeZone }) as Days
  const problems = createProblems(datev)
  const accounts = datev as Accounts
  const bookings: Booking[] = []
  const book = (each: DocumentWithData, made: readonly Booking[]): void => {
    problems.look(each)
    bookings.push(...made)
    if (bookings.length > MOST_BOOKINGS)
      throw notReady(`DATEV reads ${MOST_BOOKINGS} bookings at most from a file. Choose fewer days.`)
  }
  for await (const some of documentsWithData(shop, { from: days.from, to: days.to }))
    for (const each of some) {
      const { paidOn = '' } = each.listed
      const isPaid = paidOn >= days.from && paidOn <= days.to
      book(each, [...documentBooking(each, accounts), ...(isPaid ? paymentBooking(each, accounts) : [])])
    }
  for await (const some of invoicesPaidOn(shop, days))
    for (const each of some) book(each, paymentBooking(each, accounts))
  problems.refuse()
  const yearStart = yearStartOf(String(datev.yearStart), days)
  if (bookings.length === 0)
    throw notReady('Nothing was issued or paid on these days, so there is nothing to book.')
  const { consultant = '', client = '', accountLength } = datev
  const head = { consultant, client, accountLength, yearStart, ...days, createdAt: stamp(now, timeZone) }
  return {
    name: `EXTF_Buchungsstapel_${days.from}_${days.to}.csv`,
    parts: () => partsOf(headLines(head), bookings),
  }
}

async function* partsOf(head: readonly string[], bookings: readonly Booking[]): AsyncGenerator<Uint8Array> {
  yield encoded(head)
  for (let first = 0; first < bookings.length; first += LINES_AT_ONCE)
    yield encoded(bookings.slice(first, first + LINES_AT_ONCE).map(bookingLine))
}

const encoded = (lines: readonly string[]): Uint8Array =>
  encodeWindows1252(lines.map((line) => `${line}\r\n`).join(''))

const notReady = (detail: string): AppError => new AppError(invoiceRefusals.notBookable, detail)

/** The settings that a batch needs, with their names. */
const NEEDED = {
  consultant: 'the number of the tax adviser',
  client: 'the client number',
  yearStart: 'the start of the business year',
  receivables: 'the account of receivables',
  transit: 'the account of money in transit',
} as const satisfies Partial<Record<keyof DatevSettings, string>>

/** So many documents are named at most. */
const NAMED = 5

/** What keeps the documents from being booked: all of it is looked for first, so that all of it is said at once. */
function createProblems(datev: DatevSettings) {
  const missing = new Map<string, string>()
  for (const [name, text] of Object.entries(NEEDED))
    if (datev[name as keyof typeof NEEDED] === undefined) missing.set(`datev.${name}`, text)
  const [foreign, unknown]: [Set<string>, Set<string>] = [new Set(), new Set()]
  return {
    look: ({ listed }: DocumentWithData): void => {
      const wanted = revenueOf(listed)
      if (listed.currency !== 'EUR') foreign.add(`${listed.number} (${listed.currency})`)
      if (wanted.kind === undefined) unknown.add(listed.number)
      else if (!findRevenue(datev, wanted))
        missing.set(revenueField(wanted), `the revenue account of ${revenueText(wanted)}`)
    },
    refuse: (): void => {
      if (foreign.size > 0)
        throw notReady(
          `DATEV books in euro, and the shop does not know the exchange rates of ${someOf(foreign)}.`,
        )
      if (unknown.size > 0)
        throw notReady(
          `The tax of ${someOf(unknown)} was not kept when they were issued. Choose other days, and book these by hand.`,
        )
      if (missing.size > 0)
        throw new AppError(
          invoiceRefusals.missingFields,
          `Set in Settings, DATEV: ${listText([...missing.values()])}.`,
          { missing: [...missing.keys()] },
        )
    },
  }
}

function someOf(names: ReadonlySet<string>): string {
  const named = [...names].slice(0, NAMED)
  const more = names.size - named.length
  return listText(more > 0 ? [...named, `${more} more`] : named)
}

type Wanted = ReturnType<typeof revenueOf>

/** "datev.revenue.taxed.19" */
const revenueField = ({ kind, percent }: Wanted): string =>
  ['datev.revenue', kind, percent].filter((part) => part !== undefined).join('.')

const UNTAXED = { reverse_charge: 'reverse charge', export: 'exports', none: 'sales without tax' } as const

const revenueText = ({ kind, percent }: Wanted): string =>
  kind === undefined || kind === 'taxed' ? `${percent} % tax` : UNTAXED[kind as keyof typeof UNTAXED]

/** The start of the business year that the days are in: of a later or earlier one, the same day of another year. */
function yearStartOf(start: string, { from, to }: Days): string {
  const inYear = (year: number): string => `${String(year).padStart(4, '0')}${start.slice(4)}`
  const year = Number(to.slice(0, 4))
  const found = inYear(year) <= to ? inYear(year) : inYear(year - 1)
  if (from < found)
    throw invalidField('range', `These days are of two business years: a new one began on ${dayText(found)}.`)
  return found
}

/** "20261123142000000": when the batch is made, on the clock of the shop. */
function stamp(now: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hourCycle: 'h23' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  } as const).formatToParts(now)
  const digits = parts.filter(({ type }) => type !== 'literal').map(({ value }) => value)
  return `${digits.join('')}${String(now % 1000).padStart(3, '0')}`
}
