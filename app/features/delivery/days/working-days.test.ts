import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrival, dispatchDay, nextDispatch } from './working-days.ts'

const settings = { timeZone: 'Europe/Berlin', cutOff: '14:00', workingDays: [1, 2, 3, 4, 5] }
const seller = { country: 'DE' }

const ships = (now: string, leadDays = 0, changes = {}): string =>
  dispatchDay({ settings: { ...settings, ...changes }, seller, leadDays, now: Date.parse(now) })

test.each([
  // 8 December 2026 is a Tuesday.
  ['2026-12-08T12:59:59.999Z', 0, '2026-12-08'],
  ['2026-12-08T13:00:00.000Z', 0, '2026-12-08'],
  ['2026-12-08T13:00:00.001Z', 0, '2026-12-09'],
  ['2026-12-08T13:00:00.001Z', 3, '2026-12-14'],
  // Already Wednesday in Berlin.
  ['2026-12-08T23:00:00.000Z', 0, '2026-12-09'],
  ['2026-12-11T13:00:00.001Z', 0, '2026-12-14'],
  ['2026-12-12T08:00:00.000Z', 0, '2026-12-14'],
  ['2026-12-24T12:00:00.000Z', 0, '2026-12-24'],
  ['2026-12-24T14:00:00.000Z', 0, '2026-12-28'],
  ['2026-12-31T14:00:00.000Z', 0, '2027-01-04'],
  ['2026-12-31T12:00:00.000Z', 1, '2027-01-04'],
])('what is ordered at %s and takes %i days ships on %s', (now, leadDays, day) => {
  expect(ships(now, leadDays)).toBe(day)
})

test('when clocks show the cut-off twice, the first time counts', () => {
  const atNight = { cutOff: '02:30', workingDays: [7, 1] }
  expect(ships('2026-10-25T00:30:00.000Z', 0, atNight)).toBe('2026-10-25')
  expect(ships('2026-10-25T00:30:00.001Z', 0, atNight)).toBe('2026-10-26')
  // 02:15, shown for the second time.
  expect(ships('2026-10-25T01:15:00.000Z', 0, atNight)).toBe('2026-10-26')
})

test('until the cut-off of the next working day orders ship on the same day', () => {
  const next = (now: string, leadDays: number) => {
    const { ships, orderBefore } = nextDispatch({ settings, seller, leadDays, now: Date.parse(now) })
    return [ships, new Date(orderBefore).toISOString()]
  }
  expect(next('2026-12-08T09:48:00.000Z', 1)).toEqual(['2026-12-09', '2026-12-08T13:00:00.000Z'])
  expect(next('2026-12-08T13:00:00.001Z', 0)).toEqual(['2026-12-09', '2026-12-09T13:00:00.000Z'])
  expect(next('2026-12-24T13:00:00.001Z', 0)).toEqual(['2026-12-28', '2026-12-28T13:00:00.000Z'])
})

test.each([
  ['2026-12-08', 0, 0, 'FR', '2026-12-08', '2026-12-08'],
  ['2026-12-08', 1, 3, 'FR', '2026-12-09', '2026-12-11'],
  ['2026-12-24', 1, 3, 'FR', '2026-12-28', '2026-12-30'],
  ['2026-12-24', 1, 3, 'DE', '2026-12-28', '2026-12-30'],
  ['2026-12-24', 1, 3, 'GB', '2026-12-29', '2026-12-31'],
  // A holiday: days are counted from it as from the working day before.
  ['2026-12-25', 0, 1, 'DE', '2026-12-28', '2026-12-28'],
  // A Saturday.
  ['2026-12-12', 0, 1, 'US', '2026-12-14', '2026-12-14'],
  ['2026-11-25', 1, 2, 'US', '2026-11-27', '2026-11-30'],
])('what ships on %s and takes %i to %i days to %s', (day, from, to, country, first, last) => {
  expect(arrival({ ships: day, days: { from, to }, to: { country } })).toEqual({ from: first, to: last })
})

test('a seller who works one day a week makes ready for a year', () => {
  // 365 Sundays after 13 December 2026, and one more for each of 7 Sundays that are holidays.
  expect(ships('2026-12-08T09:00:00.000Z', 365, { workingDays: [7] })).toBe('2034-01-29')
})

test('a later order, more lead days and a longer transit never arrive earlier', () => {
  const cases = fc.record({
    now: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 11, 1) }),
    later: fc.integer({ min: 0, max: 86_400_000 * 3 }),
    leadDays: fc.integer({ min: 0, max: 30 }),
    transit: fc.integer({ min: 0, max: 30 }),
    workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    country: fc.constantFrom('DE', 'US', 'JP', 'SA'),
  })
  fc.assert(
    fc.property(cases, ({ now, later, leadDays, transit, workingDays, country }) => {
      const at = (moment: number, lead: number, days: number): string => {
        const day = dispatchDay({
          settings: { ...settings, workingDays },
          seller,
          leadDays: lead,
          now: moment,
        })
        return arrival({ ships: day, days: { from: 0, to: days }, to: { country } }).to
      }
      const first = at(now, leadDays, transit)
      expect(at(now + later, leadDays, transit) >= first).toBe(true)
      expect(at(now, leadDays + 1, transit) >= first).toBe(true)
      expect(at(now, leadDays, transit + 1) >= first).toBe(true)
    }),
    { numRuns: 200 },
  )
})
