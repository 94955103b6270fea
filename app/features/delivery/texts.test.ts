import { expect, test } from 'vitest'
import {
  arrivesText,
  deliveryDayText,
  methodText,
  offerText,
  shipsOnText,
  shipsText,
  shortDeliveryDayText,
  weightText,
} from './texts.ts'

const at = (iso: string): number => Date.parse(iso)

test.each([
  ['2026-12-08', '2026-12-10', 'Arrives Tue 8 to Thu 10 December'],
  ['2026-12-08', '2026-12-08', 'Arrives Tue 8 December'],
  ['2026-12-29', '2027-01-04', 'Arrives Tue 29 December to Mon 4 January'],
  ['2026-03-31', '2026-04-01', 'Arrives Tue 31 March to Wed 1 April'],
  // The same month of two years.
  ['2026-12-31', '2027-12-31', 'Arrives Thu 31 December to Fri 31 December'],
])('what arrives from %s to %s', (from, to, text) => {
  expect(arrivesText({ from, to })).toBe(text)
  expect(arrivesText({ from, to }, at(`${to}T00:00:00Z`))).toBe(text)
})

test('half a year before or later the text has the year', () => {
  const arrives = { from: '2026-12-08', to: '2026-12-10' }
  expect(arrivesText(arrives, at('2027-02-01T00:00:00Z'))).toBe('Arrives Tue 8 to Thu 10 December')
  expect(arrivesText(arrives, at('2028-02-01T00:00:00Z'))).toBe('Arrives Tue 8 to Thu 10 December 2026')
  expect(arrivesText(arrives, at('2026-01-01T00:00:00Z'))).toBe('Arrives Tue 8 to Thu 10 December 2026')
})

test('today and tomorrow are said as such', () => {
  const texts = ['2026-12-31', '2027-01-01', '2027-01-02'].map((day) => shipsText(day, '2026-12-31'))
  expect(texts).toEqual(['Ships today', 'Ships tomorrow', 'Ships Sat 2 January'])
  expect(deliveryDayText('2026-02-28')).toBe('Sat 28 February')
})

test('when an order ships, how and how heavy it is', () => {
  expect(shipsOnText('2026-12-03')).toBe('Ships Thu 3 December')
  expect(shipsOnText('2026-12-03', at('2026-11-26T00:00:00Z'))).toBe('Ships Thu 3 December')
  expect(shipsOnText('2026-12-03', at('2027-11-26T00:00:00Z'))).toBe('Ships Thu 3 December 2026')
  expect(shortDeliveryDayText('2026-12-03')).toBe('Thu 3 Dec')
  expect(methodText({ name: 'Express', carrier: 'Sample Carrier', incoterm: 'DAP' })).toBe(
    'Express, Sample Carrier, DAP',
  )
  expect(methodText({ name: 'Standard' })).toBe('Standard')
  expect([weightText(1.25), weightText(1000)]).toEqual(['1.25 kg', '1,000 kg'])
})

test('an offer is one phrase, and without a price it is free', () => {
  const arrives = { from: '2026-12-08', to: '2026-12-10' }
  expect(offerText({ name: 'Express', price: 32, arrives })).toBe(
    'Express, $32.00, arrives Tue 8 to Thu 10 December',
  )
  expect(offerText({ name: 'Standard', price: 0, arrives })).toBe(
    'Standard, free, arrives Tue 8 to Thu 10 December',
  )
})
