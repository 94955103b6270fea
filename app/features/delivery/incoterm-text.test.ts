import { expect, test } from 'vitest'
import { incotermText } from './incoterm-text.ts'

const PLACES = { from: { city: 'Berlin', country: 'DE' }, to: { city: 'Zürich', country: 'CH' } }

test.each([
  ['DAP', PLACES, 'DAP Zürich, Switzerland (Incoterms 2020)'],
  ['CIP', PLACES, 'CIP Zürich, Switzerland (Incoterms 2020)'],
  ['EXW', PLACES, 'EXW Berlin, Germany (Incoterms 2020)'],
  ['FCA', { ...PLACES, from: { country: 'DE' } }, 'FCA Germany (Incoterms 2020)'],
  ['DAP', { from: undefined, to: undefined }, 'DAP (Incoterms 2020)'],
])('%s names the place that it wants', (incoterm, places, text) => {
  expect(incotermText(incoterm, places)).toBe(text)
})
