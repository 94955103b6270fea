import { expect, test } from 'vitest'
import { checkAddress, checkDestination } from './check-address.ts'

const problemsOf = (country: string, region: string, postcode: string) =>
  checkDestination({ country, region, postcode }).problems

test('a postcode of another region is refused at its field, with what to do', () => {
  const detail = 'The ZIP code 10001 is not in Texas but in New York. Correct the ZIP code or the state.'
  expect(problemsOf('US', 'Texas', '10001')).toEqual([{ pointer: '/postcode', detail }])
  const address = { name: 'Ann Example', street: '1 Main Street', city: 'Austin', country: 'US' }
  expect(checkAddress({ ...address, region: 'TX', postcode: '10001' }).problems).toEqual([
    { pointer: '/postcode', detail },
  ])
  expect(checkAddress({ ...address, region: 'TX', postcode: '73301' }).address?.postcode).toBe('73301')
})

test.each([
  ['US', 'CA', '75001-0001', 'in Texas'],
  ['US', 'AE', '34001', 'in Armed Forces (AA)'],
  ['CA', 'ON', 'H3Z 2Y7', 'in Quebec'],
  ['AU', 'NSW', '3000', 'in Victoria'],
  ['IT', 'MI', '00184', 'in Roma'],
  ['ES', 'M', '08001', 'in Barcelona'],
  ['BR', 'SP', '20040-002', 'in Rio de Janeiro'],
  ['JP', '13', '530-0001', 'in Osaka'],
  ['IN', 'DL', '400001', 'in Maharashtra'],
  ['TR', '34', '06100', 'in Ankara'],
  ['MX', 'CMX', '64000', 'in Nuevo'],
])('in %s the region %s does not have %s', (country, region, postcode, where) => {
  expect(problemsOf(country, region, postcode)).toEqual([
    { pointer: '/postcode', detail: expect.stringContaining(where) },
  ])
})

test.each([
  ['US', 'NY', '10001', 'its own'],
  ['US', 'NY', '06390', 'Fishers Island, by way of Connecticut'],
  ['US', 'NY', '00501', 'the tax authority in Holtsville'],
  ['US', 'AA', '34002', 'forces in the Americas'],
  ['US', 'AE', '09012', 'forces in Europe'],
  ['US', 'AP', '96201', 'forces in the Pacific'],
  ['US', 'PR', '00901', 'Puerto Rico'],
  ['US', 'VI', '00802', 'the Virgin Islands'],
  ['US', 'GU', '96910', 'Guam'],
  ['US', 'AS', '96799', 'American Samoa'],
  ['US', 'MP', '96950', 'the Northern Marianas'],
  ['US', 'PW', '96939', 'Palau'],
  ['US', 'MD', '20588', 'a border that the library has elsewhere'],
  ['US', 'VA', '20598', 'an authority with a code of Washington'],
  ['US', 'TX', '73960', 'Texhoma, on both sides of a border'],
  ['CA', 'QC', 'K1A 0A1', 'the government on both sides of the river'],
  ['CA', 'NU', 'X0A 0H0', 'Nunavut'],
  ['AU', 'NSW', '4383', 'a town beside Queensland'],
  ['IN', 'PY', '673310', 'Mahe, an exclave'],
  ['IT', 'RN', '61013', 'a town that changed its province'],
  ['IT', 'FM', '63900', 'a province within the codes of another'],
  ['PH', '00', '1008', 'Manila, of which the library knows none'],
  ['PH', 'CEB', '1008', 'a code that the library has in no region'],
  ['RU', 'BRY', '247112', 'the same'],
  ['AM', 'ER', '370010', 'a beginning of the country, which some write'],
  ['DE', 'Bayern', '10115', 'a region that addresses of the country do not have'],
])('in %s the region %s has %s: %s', (country, region, postcode) => {
  expect(problemsOf(country, region, postcode)).toBeUndefined()
})
