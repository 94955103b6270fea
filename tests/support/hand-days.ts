/**
 * When orders ship and arrive, by rules and calendars that were written by hand, for `promised-days.test.ts`. Nothing here is
 * shared with the shop or comes from its libraries.
 */

/** The public holidays of 2026 and 2027, as governments publish them. Saudi Arabia's are those until January 2027. */
const HOLIDAYS: Record<string, string> = {
  US: `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-07-04 2026-09-07 2026-10-12 2026-11-11
    2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-06-19 2027-07-04 2027-07-05
    2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-25 2027-12-31`,
  DE: `2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-10-03 2026-12-25 2026-12-26 2027-01-01
    2027-03-26 2027-03-29 2027-05-01 2027-05-06 2027-05-17 2027-10-03 2027-12-25 2027-12-26`,
  'DE Bayern': `2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-06-04 2026-10-03
    2026-11-01 2026-12-25 2026-12-26 2027-01-01 2027-01-06 2027-03-26 2027-03-29 2027-05-01 2027-05-06 2027-05-17
    2027-05-27 2027-10-03 2027-11-01 2027-12-25 2027-12-26`,
  FR: `2026-01-01 2026-04-06 2026-05-01 2026-05-08 2026-05-14 2026-05-25 2026-07-14 2026-08-15 2026-11-01 2026-11-11
    2026-12-25 2027-01-01 2027-03-29 2027-05-01 2027-05-06 2027-05-08 2027-05-17 2027-07-14 2027-08-15 2027-11-01
    2027-11-11 2027-12-25`,
  'GB England': `2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-26 2026-12-28
    2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-25 2027-12-26 2027-12-27 2027-12-28`,
  JP: `2026-01-01 2026-01-12 2026-02-11 2026-02-23 2026-03-20 2026-04-29 2026-05-03 2026-05-04 2026-05-05 2026-05-06
    2026-07-20 2026-08-11 2026-09-21 2026-09-22 2026-09-23 2026-10-12 2026-11-03 2026-11-23 2027-01-01 2027-01-11
    2027-02-11 2027-02-23 2027-03-21 2027-03-22 2027-04-29 2027-05-03 2027-05-04 2027-05-05 2027-07-19 2027-08-11
    2027-09-20 2027-09-23 2027-10-11 2027-11-03 2027-11-23`,
  SA: `2026-02-22 2026-03-19 2026-03-20 2026-03-21 2026-03-22 2026-05-26 2026-05-27 2026-05-28 2026-05-29 2026-09-23`,
}

/** Hours ahead of UTC, and the local times between which there is an hour more. */
const ZONES: Record<string, { hours: number; summers: [from: string, to: string][] }> = {
  'Europe/Berlin': {
    hours: 1,
    summers: [
      ['2026-03-29T03:00', '2026-10-25T03:00'],
      ['2027-03-28T03:00', '2027-10-31T03:00'],
    ],
  },
  'Europe/London': {
    hours: 0,
    summers: [
      ['2026-03-29T02:00', '2026-10-25T02:00'],
      ['2027-03-28T02:00', '2027-10-31T02:00'],
    ],
  },
  'America/New_York': {
    hours: -5,
    summers: [
      ['2026-03-08T03:00', '2026-11-01T02:00'],
      ['2027-03-14T03:00', '2027-11-07T02:00'],
    ],
  },
  'Asia/Tokyo': { hours: 9, summers: [] },
  'Asia/Riyadh': { hours: 3, summers: [] },
}

const SELLERS = [
  { country: 'DE', timeZone: 'Europe/Berlin', cutOff: '14:00', workingDays: [1, 2, 3, 4, 5] },
  { country: 'US', timeZone: 'America/New_York', cutOff: '17:30', workingDays: [1, 2, 3, 4, 5, 6] },
  { country: 'GB', region: 'England', timeZone: 'Europe/London', cutOff: '00:30', workingDays: [2, 4] },
  { country: 'JP', timeZone: 'Asia/Tokyo', cutOff: '09:00', workingDays: [5, 1, 3] },
  // The clock of the settings need not be that of the seller's country.
  { country: 'FR', timeZone: 'Asia/Riyadh', cutOff: '23:00', workingDays: [7, 1, 2, 3, 4] },
]

const DESTINATIONS = [
  { country: 'FR' },
  { country: 'US' },
  { country: 'DE', region: 'Bayern' },
  { country: 'GB', region: 'England' },
  { country: 'JP' },
  { country: 'DE' },
  { country: 'SA' },
]

const LEAD_DAYS = [0, 0, 1, 2, 5, 20]

const TRANSITS = [
  { from: 1, to: 3 },
  { from: 0, to: 1 },
  { from: 2, to: 2 },
  { from: 5, to: 8 },
]

/** Days at which something happens: feasts, the turn of the year, clocks that change, weekends; 40 of them. */
const ORDERED =
  `2026-01-02 2026-01-05 2026-01-18 2026-02-11 2026-02-20 2026-03-06 2026-03-08 2026-03-18 2026-03-27
  2026-03-28 2026-03-29 2026-03-30 2026-04-02 2026-04-03 2026-04-06 2026-04-30 2026-05-01 2026-05-05 2026-05-13 2026-05-22
  2026-05-25 2026-06-18 2026-07-02 2026-07-13 2026-08-28 2026-09-18 2026-10-24 2026-10-25 2026-10-26 2026-10-31 2026-11-25
  2026-12-08 2026-12-23 2026-12-24 2026-12-25 2026-12-26 2026-12-31 2027-01-01 2027-03-25 2027-05-28`.split(
    /\s+/,
  )

export interface PromisedDays {
  readonly seller: (typeof SELLERS)[number]
  readonly to: (typeof DESTINATIONS)[number]
  readonly leadDays: number
  readonly days: { from: number; to: number }
  /** Milliseconds since 1970. */
  readonly now: number
  readonly ships: string
  readonly arrives: { from: string; to: string }
}

const calendar: string[] = []
for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2028, 0, 1); time += 86_400_000)
  calendar.push(new Date(time).toISOString().slice(0, 10))

function openDays({ country, region }: { country: string; region?: string }, weekdays: number[]): string[] {
  const holidays = HOLIDAYS[region ? `${country} ${region}` : country]?.split(/\s+/) ?? []
  // 1 January 2026 is a Thursday.
  return calendar.filter((day, index) => weekdays.includes(((index + 3) % 7) + 1) && !holidays.includes(day))
}

/** Milliseconds since 1970 of a local time such as "2026-03-29T14:00". */
function momentIn(timeZone: string, local: string): number {
  const { hours = 0, summers = [] } = ZONES[timeZone] ?? {}
  const isSummer = summers.some(([from, to]) => from <= local && local < to)
  return Date.parse(`${local}:00Z`) - (hours + (isSummer ? 1 : 0)) * 3_600_000
}

/** Five moments of a day, and whether the cut-off is past at each. */
const momentsOf = ({ timeZone, cutOff }: (typeof SELLERS)[number], day: string) => {
  const atCutOff = momentIn(timeZone, `${day}T${cutOff}`)
  return [
    { now: atCutOff - 1, isLate: false },
    { now: atCutOff, isLate: false },
    { now: atCutOff + 1, isLate: true },
    { now: momentIn(timeZone, `${day}T00:00`), isLate: false },
    { now: momentIn(timeZone, `${day}T23:59`) + 59_999, isLate: true },
  ]
}

function arrivesAfter(ships: string, count: number, open: readonly string[]): string {
  if (count === 0) return open.find((day) => day >= ships) ?? ''
  return open.filter((day) => day > ships)[count - 1] ?? ''
}

/** 1,000 orders with the days that are to be promised. Those to Saudi Arabia arrive before February 2027. */
export const PROMISES: PromisedDays[] = ORDERED.flatMap((day, dayIndex) =>
  SELLERS.flatMap((seller, sellerIndex) =>
    momentsOf(seller, day).map(({ now, isLate }, momentIndex) => {
      const at = dayIndex * 7 + sellerIndex * 3 + momentIndex
      const leadDays = LEAD_DAYS[at % 6] ?? 0
      const days = TRANSITS[at % 4] ?? { from: 0, to: 0 }
      const to = DESTINATIONS[day > '2026-11-01' ? at % 6 : at % 7] ?? { country: '' }
      const work = openDays(seller, seller.workingDays)
      const begins = work.findIndex((each) => (isLate ? each > day : each >= day))
      const ships = work[begins + leadDays] ?? ''
      const open = openDays(to, [1, 2, 3, 4, 5])
      const arrives = { from: arrivesAfter(ships, days.from, open), to: arrivesAfter(ships, days.to, open) }
      return { seller, to, leadDays, days, now, ships, arrives }
    }),
  ),
)
