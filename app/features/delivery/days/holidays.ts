import { createRequire } from 'node:module'
import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import { LRUCache } from 'lru-cache'
import { foldText } from '#kit/text/fold-text.ts'
import { DAY_MS, HOUR_MS, isoDay } from '#kit/time.ts'

/** A country by its code of ISO 3166-1, and a region of it by its key or name. */
export interface Place {
  readonly country: string
  readonly region?: string | undefined
}

/** A year of a country has up to 40 days; they are computed in 10 ms. */
const kept = new LRUCache<string, ReadonlySet<string>>({ max: 1000 })

/** The codes of the library for the regions of a country that have days of their own, by their codes and names. */
const regions = new LRUCache<string, ReadonlyMap<string, string>>({ max: 300 })

let library: typeof Holidays | undefined

/**
 * The library with its data takes 0.2 s and up to 33 MB, so a program that asks for no day does not load it. The server loads
 * it when it is ready, so that no visitor has to wait for it.
 */
export function loadHolidays(): typeof Holidays {
  library ??= createRequire(import.meta.url)('date-holidays') as typeof Holidays
  return library
}

/**
 * Whether a day such as "2026-12-25" is a public holiday of a country, or of the region of it. A country or region that the
 * library does not know has no holidays of its own.
 */
export function isPublicHoliday(place: Place, day: string): boolean {
  const year = Number(day.slice(0, 4))
  // A feast at the turn of the year is listed in the year in which it begins.
  const isInJanuary = day.slice(5, 7) === '01'
  return daysOff(place, year).has(day) || (isInJanuary && daysOff(place, year - 1).has(day))
}

function daysOff({ country, region }: Place, year: number): ReadonlySet<string> {
  const state = region === undefined ? undefined : regionsOf(country).get(foldText(region))
  const key = `${country} ${state ?? ''} ${year}`
  const known = kept.get(key)
  if (known) return known
  const days = new Set(listDays(country, state, year))
  kept.set(key, days)
  return days
}

function regionsOf(country: string): ReadonlyMap<string, string> {
  const known = regions.get(country)
  if (known) return known
  const holidays = new (loadHolidays())()
  const names = [holidays.getStates(country), holidays.getStates(country, 'en')].flatMap((states) =>
    Object.entries(states ?? {}),
  )
  const found = new Map(names.flatMap(([code, name]) => [code, name].map((text) => [foldText(text), code])))
  regions.set(country, found)
  return found
}

function listDays(country: string, state: string | undefined, year: number): string[] {
  const Library = loadHolidays()
  const holidays = state === undefined ? new Library(country) : new Library(country, state)
  return holidays
    .getHolidays(year)
    .filter(({ type }) => type === 'public')
    .flatMap(coveredDays)
}

/** On the clock of the country, in hours. */
const AFTERNOON = { from: 12, to: 18 }

/**
 * The days of which a holiday has a part of the afternoon. Feasts of the Islamic and the Jewish calendar begin and end at
 * sunset, for the library at 18:00: the day before is an ordinary one. Half holidays of the library begin at noon or later.
 */
function coveredDays({ date, start, end }: Pick<HolidaysTypes.Holiday, 'date' | 'start' | 'end'>): string[] {
  // "2026-03-20 00:00:00 -0600" begins six hours before that day. The text is in local time, `start` and `end` are moments.
  const [, day = '', time = '', offset = '0'] = /^(\S+) (\S+)(?: ([+-]\d\d)\d\d)?$/.exec(date) ?? []
  const from = Date.parse(`${day}T${time}Z`) + Number(offset) * HOUR_MS
  const to = from + (end.getTime() - start.getTime())
  const days: string[] = []
  for (let midnight = Date.parse(isoDay(from)); midnight < to; midnight += DAY_MS) {
    const isCovered = from < midnight + AFTERNOON.to * HOUR_MS && to > midnight + AFTERNOON.from * HOUR_MS
    if (isCovered) days.push(isoDay(midnight))
  }
  return days
}
