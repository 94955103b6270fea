import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { sellerPlace, sellerTermsOf } from './current.ts'
import { firstSettings } from './first-settings.ts'

const configOf = (variables: Record<string, string>) =>
  readConfig({ NODE_ENV: 'test', SELLER_NAME: 'Sample Seller', ...variables })

const first = (address: string, variables: Record<string, string> = {}) => {
  const config = configOf({ SELLER_ADDRESS: address, ...variables })
  return { config, settings: firstSettings(config) }
}

const US_ADDRESS = '1 Sample Street\nSample City\nUnited States'

test.each([
  ['a country by its name', '1 Sample Street\\nDublin\\nIreland', 'IE'],
  ['a country by its code', '1 Sample Street\\nDublin\\nie', 'IE'],
])('an address whose last line is %s is read', (_, address, country) => {
  const { settings } = first(address)
  expect(settings.seller.address).toMatchObject({ street: '1 Sample Street', country })
  expect(sellerPlace(settings).country).toBe(country)
})

test.each(['Industriestr. 5, 70565 Stuttgart, Germany', 'Industriestr. 5\\n70565 Stuttgart\\nGermany'])(
  'an address with its postcode beside the city is read: %s',
  (address) => {
    const { settings } = first(address, { TAX_PERCENT: '19' })
    expect(settings.seller.address).toEqual({
      name: 'Sample Seller',
      street: 'Industriestr. 5',
      postcode: '70565',
      city: 'Stuttgart',
      country: 'DE',
    })
    expect(settings.tax.rates).toEqual([{ country: 'DE', percent: 19, name: 'tax' }])
  },
)

test.each([
  ['DE 136 695 976', '70565 Stuttgart', 'DE'],
  ['EL094259216', '105 52 Athens', 'GR'],
])('without a country it is that of the VAT ID %s', (taxId, place, country) => {
  const { settings } = first(`Industriestr. 5\n${place}`, { SELLER_TAX_ID: taxId })
  expect(sellerPlace(settings).country).toBe(country)
})

test.each([
  ['without a country', '1 Sample Street, Sample City'],
  ['with a country alone', 'Ireland'],
  ['with a country and a city alone', 'Dublin\nIreland'],
  ['with more lines than a street has', 'a\nb\nc\nd\nDublin\nIreland'],
  ['without the state and the postcode that its country wants', US_ADDRESS],
])('an address %s is left to the admin, and documents have it word for word', (_, address) => {
  const { config, settings } = first(address)
  expect(settings.seller).toEqual({ name: 'Sample Seller' })
  expect(sellerPlace(settings)).toEqual({ country: 'US' })
  expect(sellerTermsOf(settings, config)).toEqual({
    seller: { name: 'Sample Seller', address },
    taxPercent: 0,
  })
  // An admin saved other settings than the address.
  expect(sellerTermsOf({ ...settings, revision: 1 }, config).seller?.address).toBe(address)
})

test('a tax ID that is a VAT ID is one, another one is a tax number', () => {
  const taxIdOf = (id: string) => first('a', { SELLER_TAX_ID: id }).settings.seller
  expect(taxIdOf('DE 136 695 976')).toEqual({ name: 'Sample Seller', vatId: 'DE136695976' })
  expect(taxIdOf('DE136695977')).toEqual({ name: 'Sample Seller', taxNumber: 'DE136695977' })
})

test('TAX_PERCENT is the rate of the seller’s country, and prices include it', () => {
  const rates = (address: string, percent: string) =>
    first(address, { TAX_PERCENT: percent }).settings.tax.rates
  expect(rates('1 Sample Street\nDublin\nIreland', '23')).toEqual([
    { country: 'IE', percent: 23, name: 'tax' },
  ])
  expect(rates('1 Sample Street', '8.875')).toEqual([{ country: 'US', percent: 8.875, name: 'tax' }])
  expect(rates('1 Sample Street', '0')).toEqual([])
  // The rates of another country hold there.
  expect(rates('1 Sample Street\nMonaco\nMonaco', '20')).toEqual([
    { country: 'FR', percent: 20, name: 'tax' },
  ])
})

test('a shop without the variables has no seller', () => {
  const config = readConfig({ NODE_ENV: 'test' })
  const settings = firstSettings(config)
  expect([settings.seller, sellerTermsOf(settings, config)]).toEqual([{}, { taxPercent: 0 }])
})

test('documents have the seller that an admin saved, in the lines of its country', () => {
  const { config, settings } = first(US_ADDRESS, { SELLER_TAX_ID: '12-3456789', TAX_PERCENT: '5' })
  const seller = {
    name: 'Other Seller',
    address: { street: '2 Sample Street', city: 'Lyon', postcode: '69001', country: 'FR' },
    taxNumber: '7',
  }
  const termsOf = (change: object) =>
    sellerTermsOf({ ...settings, revision: 1, seller: { ...seller, ...change } }, config)
  expect(termsOf({})).toEqual({
    seller: { name: 'Other Seller', address: '2 Sample Street\n69001 LYON\nFRANCE', taxId: '7' },
    taxPercent: 5,
  })
  expect(termsOf({ vatId: 'FR40303265045' }).seller?.taxId).toBe('FR40303265045')
  // A name of the address itself is that of a place, not of the seller.
  expect(termsOf({ address: { ...seller.address, name: 'Warehouse' } }).seller?.name).toBe('Other Seller')
})
