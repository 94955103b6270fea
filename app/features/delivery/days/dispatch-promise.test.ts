import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAt } from '#kit/days/time-zone.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'
import { shipsText } from '../texts.ts'
import { promiseDispatch } from './dispatch-promise.ts'
import { type Dispatch, nextDispatch } from './working-days.ts'

const at = (iso: string): number => Date.parse(iso)

const dispatchAt = (now: number, changes: Partial<Dispatch> = {}): Dispatch => ({
  settings: { timeZone: 'America/New_York', cutOff: '14:00', workingDays: [1, 2, 3, 4, 5] },
  seller: { country: 'US' },
  now,
  ...changes,
})

/** Tuesday 1 December 2026 is a working day; New York is 5 hours behind UTC. */
test.each([
  ['2026-12-01T15:48:00Z', 'Ships today', 3 * HOUR_MS],
  ['2026-12-01T18:15:00Z', 'Ships today', 45 * MINUTE_MS],
  ['2026-12-01T18:48:30Z', 'Ships today', 11 * MINUTE_MS],
  ['2026-12-01T18:59:00Z', 'Ships today', MINUTE_MS],
  // Nobody orders within less than a minute.
  ['2026-12-01T18:59:01Z', 'Ships tomorrow', DAY_MS],
  ['2026-12-01T19:00:01Z', 'Ships tomorrow', DAY_MS - 15 * MINUTE_MS],
  ['2026-12-05T05:00:00Z', 'Ships Mon 7 December', 2 * DAY_MS + 14 * HOUR_MS],
])('at %s: "%s", and what is left', (now, ships, leftMs) => {
  expect(promiseDispatch(dispatchAt(at(now)))).toMatchObject({ ships, leftMs })
})

test('what takes days to make ready ships later, with the same time to order', () => {
  const promise = promiseDispatch(dispatchAt(at('2026-12-01T15:48:00Z'), { leadDays: 2 }))
  expect(promise).toMatchObject({ ships: 'Ships Thu 3 December', leftMs: 3 * HOUR_MS })
})

test('a promise ends when less is left than it says, and at midnight of the seller', () => {
  expect(promiseDispatch(dispatchAt(at('2026-12-01T15:48:00Z'))).until).toBe(at('2026-12-01T16:00:00Z') + 1)
  expect(promiseDispatch(dispatchAt(at('2026-12-02T04:50:00Z'))).until).toBe(at('2026-12-02T05:00:00Z'))
})

test('whoever reads a kept page before it ends reads nothing that is wrong then', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati', 'UTC']
  fc.assert(
    fc.property(
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') }),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 3 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (now, timeZone, leadDays, share) => {
        const settings = { timeZone, cutOff: '14:00', workingDays: [1, 2, 3, 4, 5] }
        const dispatch = dispatchAt(now, { settings, leadDays })
        const { ships, orderBefore, leftMs, until } = promiseDispatch(dispatch)
        expect(until).toBeGreaterThan(now)
        const read = Math.min(now + Math.floor(share * (until - now)), until - 1)
        expect(read + leftMs).toBeLessThanOrEqual(orderBefore)
        // What is ordered then, and at the end of the time that the page names, ships on that day at the latest.
        const today = dayAt(read, timeZone)
        const last = nextDispatch({ ...dispatch, now: read + leftMs }).ships
        expect(shipsText(last, today)).toBe(ships)
        expect(nextDispatch({ ...dispatch, now: read }).ships <= last).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})
