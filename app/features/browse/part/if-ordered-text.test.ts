import { expect, test } from 'vitest'
import { ifOrderedText } from './if-ordered-text.ts'

test.each([
  ['2026-12-08T10:48:00Z', 'Ships tomorrow if ordered in the next 3 h 12 min'],
  ['2026-12-08T10:48:59.999Z', 'Ships tomorrow if ordered in the next 3 h 11 min'],
  ['2026-12-08T11:00:00Z', 'Ships tomorrow if ordered in the next 3 h'],
  ['2026-12-08T13:30:00Z', 'Ships tomorrow if ordered in the next 30 min'],
  ['2026-12-08T14:00:00Z', 'Ships tomorrow if ordered in the next 1 min'],
  ['2026-12-05T11:00:00Z', 'Ships tomorrow if ordered in the next 3 days 3 h'],
  ['2026-12-07T14:00:00Z', 'Ships tomorrow if ordered in the next 1 day'],
])('at %s the text is "%s"', (now, text) => {
  expect(ifOrderedText('Ships tomorrow', Date.parse('2026-12-08T14:00:00Z') - Date.parse(now))).toBe(text)
})
