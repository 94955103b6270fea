import { expect, test } from 'vitest'
import { missingFactNotes, missingFactsText } from './missing-facts-text.ts'

const tax = { pricesInclude: false, rates: [], euUnion: false, exemptOutside: false }

const seller = {
  name: 'Sample Seller',
  address: { street: '1 Sample Street', city: 'Dublin', postcode: 'D02 X285', country: 'IE' },
  taxNumber: '1',
}

const { taxNumber: _, ...withoutNumber } = seller

test('what an invoice wants of the seller and is missing is named', () => {
  expect(missingFactsText({ seller, tax })).toBeUndefined()
  expect(missingFactsText({ seller: { ...withoutNumber, vatId: 'IE1' }, tax })).toBeUndefined()
  expect(missingFactsText({ seller: withoutNumber, tax })).toBe(
    'For invoices by the European standard EN 16931 the seller still needs a VAT ID or a tax number.',
  )
  expect(missingFactsText({ seller: {}, tax })).toBe(
    'For invoices by the European standard EN 16931 the seller still needs a name, an address and a VAT ID or a tax number.',
  )
})

test('where no tax is due within the EU a tax number is not enough', () => {
  const ofUnion = { ...tax, euUnion: true }
  expect(missingFactsText({ seller, tax: ofUnion })).toContain('still needs a VAT ID.')
  expect(missingFactNotes({ seller, tax: ofUnion }).vatId.warning).toContain('within the EU')
  expect(missingFactsText({ seller: { ...seller, vatId: 'IE1' }, tax: ofUnion })).toBeUndefined()
})

test('each field says what it is missing for', () => {
  const missing = 'Missing for invoices by EN 16931.'
  expect(missingFactNotes({ seller: {}, tax })).toMatchObject({
    name: { warning: missing },
    vatId: { warning: 'EN 16931 wants a VAT ID or a tax number.' },
    email: { hint: expect.stringContaining('XRechnung') },
    address: { warning: missing },
  })
  const { city: __, ...address } = seller.address
  const notes = missingFactNotes({ seller: { ...seller, address, phone: '+353 1 555 0100' }, tax })
  expect([notes.name.warning, notes.phone.hint, notes.address.warning]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(notes.address.hint).toBe('XRechnung also wants a city.')
})
