import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { type Address, addressSchema } from '../schema.ts'
import { checkAddress, checkDestination } from './check-address.ts'
import { rulesOf } from './country-rules.ts'

const check = (fields: Partial<Address> & { country: string }) =>
  checkAddress(addressSchema.parse({ name: 'Ann Example', street: '1 Main Street', ...fields }))

const pointersOf = (fields: Partial<Address> & { country: string }): string[] =>
  (check(fields).problems ?? []).map(({ pointer }) => pointer)

const postcodeOf = (country: string, postcode: string): string | undefined =>
  checkDestination({ country, postcode }).destination?.postcode

const COUNTRIES = COUNTRY_CODES.flatMap((code) => rulesOf(code) ?? [])

test('every country of ISO 3166-1 has rules, and other codes have none', () => {
  expect(COUNTRIES).toHaveLength(249)
  for (const code of ['XK', 'AC', 'EU', 'us', '', '../US'])
    expect(checkDestination({ country: code }).problems, code).toEqual([
      { pointer: '/country', detail: `“${code}” is no country.` },
    ])
})

test.each([
  ['US', ['/city', '/region', '/postcode']],
  ['FR', ['/city', '/postcode']],
  ['JP', ['/region', '/postcode']],
  ['SG', ['/postcode']],
  ['HK', ['/region']],
  ['IE', ['/city']],
  ['GI', []],
])('%s wants its own fields', (country, pointers) => {
  expect(pointersOf({ country })).toEqual(pointers)
  expect(pointersOf({ country, city: '', region: '', postcode: '' })).toEqual(pointers)
})

test.each([
  ['US', '78701', '78701'],
  ['US', '787011234', '78701-1234'],
  ['US', '78701 1234', '78701-1234'],
  ['GB', 'ec1a1bb', 'EC1A 1BB'],
  ['GB', 'm2 5bq', 'M2 5BQ'],
  ['GB', 'bfpo1234', 'BFPO 1234'],
  ['CA', 'h3z-2y7', 'H3Z 2Y7'],
  ['IE', 'd02x285', 'D02 X285'],
  ['NL', '1234ab', '1234 AB'],
  ['JP', '１５４００２３', '154-0023'],
  ['JP', '〒154ー0023', '154-0023'],
  ['GB', 'ＥＣ１Ａ　１ＢＢ', 'EC1A 1BB'],
  ['SA', '١٢٣٤٥', '12345'],
  ['IN', '११०००१', '110001'],
  ['FR', '75 001', '75001'],
  ['CZ', '10000', '100 00'],
  ['GR', '10563', '105 63'],
  ['PT', '1250096', '1250-096'],
  ['PL', '00950', '00-950'],
  ['BR', '40301110', '40301-110'],
  ['CH', 'CH-8001', '8001'],
  ['DE', 'D-80331', '80331'],
  ['LV', '1010', 'LV-1010'],
  ['AD', 'ad 500', 'AD500'],
  ['AR', 'c1070aam', 'C1070AAM'],
  ['PE', 'lima23', 'LIMA 23'],
  // No postcodes there: what was typed is kept.
  ['HK', 'abc 1', 'ABC 1'],
])('in %s the postcode "%s" is "%s"', (country, typed, written) => {
  expect(postcodeOf(country, typed)).toBe(written)
  expect(postcodeOf(country, written)).toBe(written)
})

test.each([
  ['FR', '7500'],
  ['FR', 'CH-75001'],
  ['FR', '750011'],
  ['GB', 'ZZ1 1AA'],
  ['GB', '75001'],
  ['US', '7870'],
  ['DE', '8033l'],
  ['DE', 'A-80331'],
  ['CA', 'D3Z 2Y7'],
  ['JP', '-'],
])('%s has no postcode "%s"', (country, postcode) => {
  const { problems } = check({ country, postcode, city: 'A', region: 'B' })
  expect(problems).toContainEqual({ pointer: '/postcode', detail: expect.stringContaining(`“${postcode}”`) })
  expect(checkDestination({ country, postcode }).problems).toMatchObject([{ pointer: '/postcode' }])
})

test('a message names the field in the words of the country, with an example', () => {
  const { problems } = check({ country: 'US', city: 'Austin', region: 'Texxas', postcode: '7870' })
  expect(problems).toEqual([
    { pointer: '/region', detail: '“Texxas” is not a state of United States.' },
    { pointer: '/postcode', detail: '“7870” is not a ZIP code of United States. An example is 95014.' },
  ])
})

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

test('in every country the examples of its postcodes are valid, however they are typed', () => {
  const examples = COUNTRIES.flatMap(({ code, examples }) =>
    examples.map((example) => [code, example] as const),
  )
  expect(examples.length).toBeGreaterThan(400)
  for (const [code, example] of examples) {
    const compact = example.replace(/[ -]/g, '')
    for (const typed of [
      example,
      ` ${example.toLowerCase()} `,
      fullWidth(example),
      compact,
      fullWidth(compact),
    ])
      expect([code, typed, postcodeOf(code, typed)]).toEqual([code, typed, example])
  }
})

test('a valid postcode has the form of its country, and stays the same when it is checked again', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...COUNTRIES),
      fc.stringMatching(/^[A-Za-z0-9 -]{1,12}$/),
      ({ code, pattern }, typed) => {
        const postcode = postcodeOf(code, typed)
        if (postcode === undefined || pattern === undefined) return
        expect(postcode).toMatch(new RegExp(`^(?:${pattern})$`))
        expect(postcodeOf(code, postcode)).toBe(postcode)
      },
    ),
    { numRuns: 2000 },
  )
})

test('what papers cannot print is refused at its field, and every script of a country is printed', () => {
  const place = { country: 'FR', postcode: '75001' }
  const { problems } = check({ ...place, name: 'Zoé 🦄', street: 'a\nꦀ', city: 'Ꭰ', company: '\ue000' })
  expect(problems).toEqual([
    { pointer: '/name', detail: '“🦄” cannot be printed on papers and labels. Write it in other letters.' },
    ...['/company', '/street', '/city'].map((pointer) => ({
      pointer,
      detail: expect.stringContaining('cannot be printed'),
    })),
  ])
  for (const name of ['ნინო', 'สมชาย', 'श्री शर्मा', 'မောင်', 'Ελένη', '陳大文', 'שרה'])
    expect(pointersOf({ ...place, name, city: name })).toEqual([])
})

test('a region is found by its key and its name in either script, in any case', () => {
  let found = 0
  for (const { code, regions } of COUNTRIES)
    for (const { key, name, latin } of regions)
      for (const region of [key, name, latin, key.toLowerCase(), latin.toUpperCase()]) {
        expect([code, region, checkDestination({ country: code, region }).destination?.region]).toEqual([
          code,
          region,
          key,
        ])
        found += 1
      }
  expect(found).toBeGreaterThan(5000)
})

test.each([
  ['US', 'texas', 'TX'],
  ['US', 'TX', 'TX'],
  ['CA', 'quebec', 'QC'],
  ['CA', 'Québec', 'QC'],
  ['CA', 'Nouvelle-Écosse', 'NS'],
  ['JP', '東京都', '13'],
  ['JP', 'tokyo', '13'],
  ['AE', 'دبي', 'DU'],
  ['IE', 'co dublin', 'D'],
  ['ES', 'Araba', 'VI'],
  // The library has no regions for these.
  ['DE', 'Bayern', 'Bayern'],
  ['RO', 'Cluj', 'Cluj'],
])('in %s the region "%s" is "%s"', (country, typed, key) => {
  expect(checkDestination({ country, region: typed }).destination).toEqual({ country, region: key })
})

test('an address is answered as its country writes it, without empty fields', () => {
  const given = {
    name: ' Jose\u0301 ',
    company: '',
    street: ' 1 Main Street \r\n\r\n Floor 2 ',
    city: 'Austin',
    region: 'texas',
    postcode: '787011234',
    country: 'us',
    phone: '',
    other: 'x',
  }
  expect(checkAddress(addressSchema.parse(given))).toEqual({
    address: {
      name: 'José',
      street: '1 Main Street\nFloor 2',
      city: 'Austin',
      region: 'TX',
      postcode: '78701-1234',
      country: 'US',
    },
  })
})

test('a field that the country does not use is kept', () => {
  const fields = {
    country: 'JP',
    city: '世田谷区',
    region: '13',
    postcode: '154-0023',
    phone: '03-1234-5678',
  }
  expect(check(fields).address).toMatchObject(fields)
  expect(check({ country: 'HK', region: 'Kowloon', postcode: '999' }).address).toMatchObject({
    postcode: '999',
  })
})

test('no field of an address is lost', () => {
  const address = {
    name: 'Ann Example',
    company: 'Example SA',
    street: '1 Main Street',
    postcode: '69001',
    city: 'Lyon',
    region: 'Rhône',
    country: 'FR',
    phone: '+33 1 23 45 67 89',
  }
  // A new field of the schema needs a value here.
  expect(Object.keys(address).sort()).toEqual(Object.keys(addressSchema.shape).sort())
  expect(checkAddress(address).address).toEqual(address)
})

test('names of 300 characters and of any script survive', () => {
  for (const name of [
    'x'.repeat(300),
    'محمد عبد الله',
    'Γιώργος Παπαδόπουλος',
    '王小明',
    'Ngọc Đỗ',
    'राम कुमार',
  ])
    expect(check({ name, country: 'FR', city: 'Lyon', postcode: '69001' }).address?.name).toBe(name)
})
