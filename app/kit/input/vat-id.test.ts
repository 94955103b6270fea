import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkVatId, isOfVies, readVatId } from './vat-id.ts'

test.each([
  ['FR40303265045', 'FR40303265045'],
  ['fr 40 303 265 045', 'FR40303265045'],
  ['FR-40.303.265.045', 'FR40303265045'],
  [' FR 40 303\u00a0265\u202f045 ', 'FR40303265045'],
  ['FR40–303–265–045', 'FR40303265045'],
  ['ｆｒ４０３０３２６５０４５', 'FR40303265045'],
  ['EL094259216', 'EL094259216'],
  ['gr 094 259 216', 'EL094259216'],
  ['NL 0044.95.445.B01', 'NL004495445B01'],
  ['NL000099998B57', 'NL000099998B57'],
  ['IE1234567FA', 'IE1234567FA'],
  ['IE8Z49289F', 'IE8Z49289F'],
  ['ESX2482300W', 'ESX2482300W'],
  ['XI 366 303 068', 'XI366303068'],
  ['XI366303068001', 'XI366303068001'],
  ['GB980780684', 'GB980780684'],
  ['CHE-116.281.710 MWST', 'CHE116281710MWST'],
  ['CHE-349.110.393 TPV', 'CHE349110393TPV'],
  ['BE 444.503.092', 'BE0444503092'],
  ['BE (0)468.561.072', 'BE0468561072'],
  ['EL: 94051189', 'EL094051189'],
  ['NL4495445B01', 'NL004495445B01'],
  ['LU: 20993674', 'LU20993674'],
  ['LV32875292410', 'LV32875292410'],
  ['IE6419699GB', 'IE6419699GB'],
  ['IE5G77662W', 'IE5G77662W'],
])('%s is read as %s', (text, id) => {
  const read = readVatId(text)
  expect(read?.id).toBe(id)
  expect(`${read?.prefix}${read?.number}`).toBe(id)
})

test.each([
  ['', 'nothing'],
  ['FR', 'letters only'],
  ['40303265045', 'no letters in front'],
  ['FR40303265046', 'a wrong digit'],
  ['FR41303265045', 'a wrong check digit'],
  ['DE136695977', 'a wrong digit'],
  ['EL094259217', 'a wrong digit'],
  ['XI366303069', 'a wrong digit'],
  ['DE13669597', 'too short'],
  ['DE1366959760', 'too long'],
  ['XX136695976', 'an unknown country'],
  ['EU372022452', 'no country'],
  ['NO974760673MVA', 'a country whose IDs are not read'],
  ['DE 136,695 976', 'a comma'],
  ['DE136695976!', 'a sign'],
  ['DE136695976 FR40303265045', 'two'],
  ['FR40303265045|||AB123456789', 'what the library reads besides'],
  [`DE136695976${'0'.repeat(10_000)}`, 'far too long'],
  ['ДЕ136695976', 'letters of another script'],
])('%s is refused: %s', (text) => {
  expect(readVatId(text)).toBeUndefined()
})

test.each([
  ['FR12345678901', 'The digits of FR12345678901 are wrong'],
  ['fr 12 345 678 901', 'The digits of FR12345678901 are wrong'],
  ['XI366303069', 'The digits of XI366303069 are wrong'],
  ['DE13669597', 'DE13669597 does not have the form of a VAT ID of Germany.'],
  ['XI36630306', 'XI36630306 does not have the form of a VAT ID of Northern Ireland.'],
  ['gr 12', 'EL12 does not have the form of a VAT ID of Greece.'],
  ['XX136695976', 'This is not a VAT ID of the EU'],
  ['40303265045', 'This is not a VAT ID of the EU'],
])('%s: what is wrong with it is said', (text, problem) => {
  expect(checkVatId(text)).toEqual({ problem: expect.stringContaining(problem) })
})

test('what was read is read again as the same, and no text throws', () => {
  const letters = fc.constantFrom('DE', 'FR', 'EL', 'GR', 'IE', 'NL', 'ES', 'XI', 'CHE', 'XX')
  const text = fc.oneof(
    fc.string({ maxLength: 30, unit: 'binary' }),
    fc.tuple(letters, fc.stringMatching(/^[0-9A-Z+* .-]{0,14}$/)).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const read = readVatId(typed)
      if (read) expect(readVatId(read.id)).toEqual(read)
    }),
  )
})

test('VIES has the IDs of the EU and of Northern Ireland', () => {
  const isKnown = (text: string) => {
    const id = readVatId(text)
    return id && isOfVies(id)
  }
  expect(['DE136695976', 'EL094259216', 'XI366303068'].map(isKnown)).toEqual([true, true, true])
  expect(['GB980780684', 'CHE116281710MWST'].map(isKnown)).toEqual([false, false])
})
