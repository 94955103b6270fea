import { expect, test } from 'vitest'
import { addressLines } from '#features/delivery/delivery.ts'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { loadFaces } from '#kit/typeset/faces.ts'
import { setLine } from '#kit/typeset/lines.ts'

const { regular } = await loadFaces()

test('papers write the address lines of every country in its own language with letters', () => {
  expect(COUNTRY_CODES.length).toBeGreaterThan(240)
  for (const country of COUNTRY_CODES) {
    const { language } = new Intl.Locale(`und-${country}`).maximize()
    // Its own name stands for a name, a street and a city in its script.
    const name = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
    const lines = addressLines({ name, street: name, city: name, country })
    const drawn = lines.flatMap((line) => setLine(line, regular).runs.map(({ text }) => text)).join('')
    expect([country, name, drawn.includes('□')]).toEqual([country, name, false])
  }
})
