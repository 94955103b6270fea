import { expect, test } from 'vitest'
import { readAddressText } from './read-address-text.ts'

const read = (text: string, country?: string) => {
  const address = readAddressText(text, { name: 'Sample GmbH', country })
  if (!address) return undefined
  const { name: _, ...fields } = address
  return fields
}

const STUTTGART = { street: 'Industriestr. 5', postcode: '70565', city: 'Stuttgart', country: 'DE' }

test.each([
  'Industriestr. 5, 70565 Stuttgart, Germany',
  'Industriestr. 5\n70565 Stuttgart\nGermany',
  'Industriestr. 5\n70565 Stuttgart\nDeutschland',
  'Industriestr. 5\nD-70565 Stuttgart\nDE',
  'Industriestr. 5, 70565, Stuttgart, Germany',
  'Industriestr. 5\nStuttgart 70565\nGERMANY',
  ' Industriestr. 5 ,\n 70565  Stuttgart ,\n Germany ',
  'Sample GmbH\nIndustriestr. 5\n70565 Stuttgart\nGermany',
])('street, postcode, city and country are found in %j', (text) => {
  expect(read(text)).toEqual(STUTTGART)
})

test.each([
  [
    '12 Main St, Austin, TX 78701, USA',
    { street: '12 Main St', city: 'Austin', region: 'TX', postcode: '78701', country: 'US' },
  ],
  [
    '12 Main St\nAustin, Texas, 78701-1234\nUnited States',
    { street: '12 Main St', city: 'Austin', region: 'TX', postcode: '78701-1234', country: 'US' },
  ],
  [
    '1 Broadway\nNew York NY 10004\nUS',
    { street: '1 Broadway', city: 'New York', region: 'NY', postcode: '10004', country: 'US' },
  ],
  [
    '10 Downing Street, London SW1A 2AA, United Kingdom',
    { street: '10 Downing Street', city: 'London', postcode: 'SW1A 2AA', country: 'GB' },
  ],
  [
    '10 Downing Street\nLondon\nsw1a2aa\nUK',
    { street: '10 Downing Street', city: 'London', postcode: 'SW1A 2AA', country: 'GB' },
  ],
  [
    'Damrak 1, 1012 AB Amsterdam, Netherlands',
    { street: 'Damrak 1', city: 'Amsterdam', postcode: '1012 AB', country: 'NL' },
  ],
  [
    'Damrak 1\n1012ab Amsterdam\nNederland',
    { street: 'Damrak 1', city: 'Amsterdam', postcode: '1012 AB', country: 'NL' },
  ],
  [
    'Kungsgatan 1\nSE-111 43 Stockholm\nSweden',
    { street: 'Kungsgatan 1', city: 'Stockholm', postcode: '11143', country: 'SE' },
  ],
  [
    'Bahnhofstrasse 1, CH-8001 Zürich, Schweiz',
    { street: 'Bahnhofstrasse 1', city: 'Zürich', postcode: '8001', country: 'CH' },
  ],
  [
    'Via Roma 1, 00184 Roma RM, Italy',
    { street: 'Via Roma 1', city: 'Roma', region: 'RM', postcode: '00184', country: 'IT' },
  ],
  [
    'Floor 2\n1 Broadway\nNew York 10004\nUSA',
    { street: 'Floor 2\n1 Broadway', city: 'New York', region: 'NY', postcode: '10004', country: 'US' },
  ],
  // The postcode tells the region that the country wants.
  [
    'Calle Mayor 1, 28013 Madrid, Spain',
    { street: 'Calle Mayor 1', city: 'Madrid', region: 'M', postcode: '28013', country: 'ES' },
  ],
  [
    '1 Rue A, Bât. 2\n75008 Paris\nFrance',
    { street: '1 Rue A, Bât. 2', city: 'Paris', postcode: '75008', country: 'FR' },
  ],
  ['1 Sample Street\nDublin\nIreland', { street: '1 Sample Street', city: 'Dublin', country: 'IE' }],
  [
    '1 Sample Street, Dublin D02 X285, Ireland',
    { street: '1 Sample Street', city: 'Dublin', postcode: 'D02 X285', country: 'IE' },
  ],
  [
    '100 King St W, Toronto, ON M5X 1A9, Canada',
    { street: '100 King St W', city: 'Toronto', region: 'ON', postcode: 'M5X 1A9', country: 'CA' },
  ],
  [
    '1 George St, Sydney NSW 2000, Australia',
    { street: '1 George St', city: 'Sydney', region: 'NSW', postcode: '2000', country: 'AU' },
  ],
  [
    'Sheikh Zayed Road 1\nDubai\nUnited Arab Emirates',
    { street: 'Sheikh Zayed Road 1', region: 'DU', country: 'AE' },
  ],
])('%j is read as its country writes it', (text, address) => {
  expect(read(text)).toEqual(address)
})

test('without a country it is that of the VAT ID, if the address fits there', () => {
  expect(read('Industriestr. 5\n70565 Stuttgart', 'DE')).toEqual(STUTTGART)
  expect(read('Industriestr. 5\n70565 Stuttgart')).toBeUndefined()
  expect(read('Industriestr. 5\n70565 Stuttgart', 'GB')).toBeUndefined()
  // The country that is written counts.
  expect(read('Industriestr. 5\n70565 Stuttgart\nGermany', 'FR')).toEqual(STUTTGART)
})

test.each([
  ['', ''],
  ['no country', '1 Sample Street, Sample City'],
  ['a country alone', 'Ireland'],
  ['a city and a country', 'Dublin\nIreland'],
  ['more lines than a street has', 'a\nb\nc\nd\nDublin\nIreland'],
  ['no postcode where one is wanted', 'Industriestr. 5\nStuttgart\nGermany'],
  ['a postcode of another country', '1 Street\n1012 AB Amsterdam\nGermany'],
  ['a postcode of another region', '1 Street\nAustin, TX 10001\nUSA'],
  ['no city', '1 Street\nTX 78701\nUSA'],
])('what has %s is left to the admin', (_, text) => {
  expect(read(text)).toBeUndefined()
})
