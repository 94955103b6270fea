import { expect, test } from 'vitest'
import { holdState } from './hold-countdown.tsx'

const UNTIL = '2026-11-24T14:20:00Z'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const stateWith = (leftMs: number) => holdState(UNTIL, Date.parse(UNTIL) - leftMs, 'UTC')

test.each([
  [72 * HOUR, 'Held until Tuesday 14:20', 'none'],
  [24 * HOUR, 'Held until tomorrow 14:20', 'none'],
  [6 * HOUR + 1, 'Held until today 14:20', 'none'],
  [6 * HOUR, '6 h 0 min left to pay', 'urgent'],
  [6 * HOUR - 1, '6 h 0 min left to pay', 'urgent'],
  [HOUR + 1, '1 h 1 min left to pay', 'urgent'],
  [HOUR, '60:00 left to pay', 'urgent'],
  [9 * MINUTE + 5 * SECOND, '9:05 left to pay', 'urgent'],
  [1, '0:01 left to pay', 'urgent'],
  [0, 'The hold has ended', 'ended'],
  [-HOUR, 'The hold has ended', 'ended'],
])('with %d ms left it says "%s"', (leftMs, text, urgency) => {
  expect(stateWith(leftMs)).toMatchObject({ text, urgency })
})

test('a screen reader hears six sentences in all, whatever the seconds', () => {
  const heard = new Set<string>()
  for (let leftMs = 7 * HOUR; leftMs > -MINUTE; leftMs -= 7 * SECOND)
    heard.add(stateWith(leftMs).announcement)
  expect([...heard]).toEqual([
    '',
    'Less than 6 hours left to pay',
    'Less than an hour left to pay',
    'Less than 15 minutes left to pay',
    'Less than 5 minutes left to pay',
    'The hold has ended',
  ])
})
