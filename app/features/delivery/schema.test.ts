import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressSchema,
  deliverySettingsSchema,
  destinationSchema,
  newDeliverySettingsSchema,
  type Rate,
} from './schema.ts'

const ADDRESS = { name: 'Ann Example', street: '1 Main Street', country: 'FR' }

const pointersOf = (
  schema: typeof addressSchema | typeof newDeliverySettingsSchema,
  given: unknown,
): string[] => (schema.safeParse(given).error?.issues ?? []).map(({ path }) => path.join('/'))

test('texts of an address are trimmed and composed, and unknown fields are left out', () => {
  expect(
    addressSchema.parse({
      name: '  Jose\u0301 ',
      company: ' ',
      street: ' 1 Main Street\t \r\n \r\n  Floor\t2 ',
      country: ' fr ',
      phone: ' +33 1 23 45 67 89 ',
      extra: 1,
    }),
  ).toEqual({
    name: 'José',
    company: '',
    street: '1 Main Street\nFloor 2',
    country: 'FR',
    phone: '+33 1 23 45 67 89',
  })
  expect(destinationSchema.parse({ country: 'de', region: ' Bayern ', name: 'x' })).toEqual({
    country: 'DE',
    region: 'Bayern',
  })
})

test.each([
  ['name', 300],
  ['company', 300],
  ['street', 200],
  ['postcode', 20],
  ['city', 200],
  ['region', 100],
])('the field %s can have %i characters', (field, maximum) => {
  expect(pointersOf(addressSchema, { ...ADDRESS, [field]: 'x'.repeat(maximum) })).toEqual([])
  expect(pointersOf(addressSchema, { ...ADDRESS, [field]: 'x'.repeat(maximum + 1) })).toEqual([field])
})

test('a text that fills its field when it is composed can be stored and sent again', () => {
  // This letter has two characters in its composed form.
  expect(pointersOf(addressSchema, { ...ADDRESS, name: '\u0958'.repeat(300) })).toEqual(['name'])
  const { name } = addressSchema.parse({ ...ADDRESS, name: '\u0958'.repeat(150) })
  expect(name).toHaveLength(300)
  expect(addressSchema.parse({ ...ADDRESS, name }).name).toBe(name)
})

test('a street has up to three lines', () => {
  const lines = (count: number): string => Array(count).fill('x'.repeat(200)).join('\n')
  expect(addressSchema.parse({ ...ADDRESS, street: lines(3) }).street).toBe(lines(3))
  for (const street of [lines(4), 'a\nb\nc\nd', `a\n${'x'.repeat(201)}`])
    expect(pointersOf(addressSchema, { ...ADDRESS, street }), street).toEqual(['street'])
})

test('a name and a street that are left out are empty, for the check of the whole address', () => {
  const { country } = ADDRESS
  expect(addressSchema.parse({ country })).toEqual({ name: '', street: '', country })
  expect(addressSchema.parse({ country, name: ' ', street: ' \n ' })).toEqual({
    name: '',
    street: '',
    country,
  })
})

test.each(['name', 'company', 'street', 'postcode', 'city', 'region', 'phone'])(
  'control characters and lone surrogates are refused in %s',
  (field) => {
    for (const character of ['\u0000', '\u0007', '\u001b', '\u0085', '\ud800'])
      expect(pointersOf(addressSchema, { ...ADDRESS, [field]: `12345${character}6` })).toEqual([field])
  },
)

test('a name and a phone number are in one line, and a phone number has digits', () => {
  expect(pointersOf(addressSchema, { ...ADDRESS, name: 'a\nb' })).toEqual(['name'])
  expect(pointersOf(addressSchema, { ...ADDRESS, phone: 'call me' })).toEqual(['phone'])
  expect(pointersOf(addressSchema, { ...ADDRESS, phone: '' })).toEqual([])
})

test('a country is a code of ISO 3166-1', () => {
  for (const country of ['XK', 'UK', 'EU', 'DEU', 'D', '', 49, null])
    expect(pointersOf(addressSchema, { ...ADDRESS, country }), String(country)).toEqual(['country'])
  expect(pointersOf(addressSchema, {})).toEqual(['country'])
})

const METHOD = {
  name: 'Standard',
  countries: ['DE', 'fr'],
  rates: [{ uptoKg: 1, price: 4.9 }, { uptoKg: 31.5, uptoTotal: 500, price: 9.9 }, { price: 0 }],
  freeFrom: 250,
  days: { from: 1, to: 3 },
  carrier: 'Example Post',
  incoterm: 'DAP',
}

const SETTINGS = {
  timeZone: 'Europe/Berlin',
  cutOff: '14:00',
  workingDays: [1, 2, 3, 4, 5],
  countries: 'all',
  methods: [METHOD],
}

const withMethod = (changes: object) => ({ ...SETTINGS, methods: [{ ...METHOD, ...changes }] })

test('settings are taken with and without ids of methods, and answered with them', () => {
  const methods = [{ ...METHOD, countries: ['DE', 'FR'] }]
  expect(newDeliverySettingsSchema.parse({ ...SETTINGS, extra: 1 })).toEqual({ ...SETTINGS, methods })
  expect(pointersOf(newDeliverySettingsSchema, { ...SETTINGS, methods: [] })).toEqual([])
  expect(deliverySettingsSchema.safeParse(SETTINGS).success).toBe(false)
  const stored = newDeliverySettingsSchema.parse(withMethod({ _id: 'm1' }))
  expect(deliverySettingsSchema.parse(stored)).toEqual(stored)
})

test.each([
  ['timeZone', { ...SETTINGS, timeZone: 'Europe/Nowhere' }],
  ['timeZone', { ...SETTINGS, timeZone: '+02:00' }],
  ['cutOff', { ...SETTINGS, cutOff: '24:00' }],
  ['cutOff', { ...SETTINGS, cutOff: '9:00' }],
  ['workingDays', { ...SETTINGS, workingDays: [] }],
  ['workingDays', { ...SETTINGS, workingDays: [1, 1] }],
  ['workingDays/0', { ...SETTINGS, workingDays: [0] }],
  ['workingDays/1', { ...SETTINGS, workingDays: [1, 8] }],
  ['countries', { ...SETTINGS, countries: [] }],
  ['countries', { ...SETTINGS, countries: 'some' }],
  ['countries', { ...SETTINGS, countries: ['DE', 'de'] }],
  ['countries/1', { ...SETTINGS, countries: ['DE', 'XX'] }],
  [
    'methods',
    { ...SETTINGS, methods: Array.from({ length: 51 }, (_, index) => ({ ...METHOD, name: `${index}` })) },
  ],
  ['methods/1/name', { ...SETTINGS, methods: [METHOD, { ...METHOD, name: ' standard' }] }],
  [
    'methods/1/_id',
    {
      ...SETTINGS,
      methods: [
        { ...METHOD, _id: 'a' },
        { ...METHOD, name: 'Other', _id: 'a' },
      ],
    },
  ],
  ['methods/0/name', withMethod({ name: 'x'.repeat(101) })],
  ['methods/0/countries/0', withMethod({ countries: ['XX'] })],
  ['methods/0/rates', withMethod({ rates: [] })],
  [
    'methods/0/rates',
    withMethod({ rates: Array.from({ length: 51 }, (_, index) => ({ uptoKg: index + 1, price: 1 })) }),
  ],
  ['methods/0/rates/0/price', withMethod({ rates: [{ price: -1 }] })],
  ['methods/0/rates/0/price', withMethod({ rates: [{ price: 1.234 }] })],
  ['methods/0/rates/0/price', withMethod({ rates: [{ price: 1_000_000 }] })],
  ['methods/0/rates/0/price', withMethod({ rates: [{}] })],
  ['methods/0/rates/0/uptoKg', withMethod({ rates: [{ uptoKg: 0, price: 1 }] })],
  ['methods/0/rates/0/uptoKg', withMethod({ rates: [{ uptoKg: 100_001, price: 1 }] })],
  ['methods/0/rates/0/uptoKg', withMethod({ rates: [{ uptoKg: 0.00001, price: 1 }] })],
  ['methods/0/rates/0/uptoTotal', withMethod({ rates: [{ uptoTotal: 0.001, price: 1 }] })],
  ['methods/0/freeFrom', withMethod({ freeFrom: '1' })],
  ['methods/0/days/to', withMethod({ days: { from: 3, to: 2 } })],
  ['methods/0/days/to', withMethod({ days: { from: 0, to: 366 } })],
  ['methods/0/days/from', withMethod({ days: { from: 0.5, to: 2 } })],
  ['methods/0/incoterm', withMethod({ incoterm: 'DAT' })],
  ['methods/0/carrier', withMethod({ carrier: '' })],
])('the pointer of a wrong setting is %s', (pointer, given) => {
  expect(pointersOf(newDeliverySettingsSchema, given)).toEqual([pointer])
})

test.each<[Rate[], number[]]>([
  [[{ price: 1 }, { price: 1 }], [1]],
  [
    [{ price: 1 }, { uptoKg: 5, price: 2 }, { uptoTotal: 5, price: 3 }],
    [1, 2],
  ],
  [
    [
      { uptoKg: 5, price: 1 },
      { uptoKg: 5, price: 2 },
    ],
    [1],
  ],
  [
    [
      { uptoKg: 5, price: 1 },
      { uptoKg: 3, uptoTotal: 100, price: 2 },
    ],
    [1],
  ],
  [
    [
      { uptoKg: 5, uptoTotal: 10, price: 1 },
      { uptoKg: 5, price: 2 },
      { uptoTotal: 10, price: 3 },
      { price: 4 },
    ],
    [],
  ],
  [[{ uptoKg: 5, price: 1 }, { uptoKg: 31.5, price: 2 }, { price: 3 }], []],
])('of the rates %j those at %j can never hold', (rates, never) => {
  expect(pointersOf(newDeliverySettingsSchema, withMethod({ rates }))).toEqual(
    never.map((index) => `methods/0/rates/${index}`),
  )
})

const bound = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })

test('a rate is refused exactly when no order has it as its first that fits', () => {
  const fits = (limit: number | undefined, value: number): boolean => limit === undefined || value <= limit
  const orders = [1, 2, 3, 4, 5, 6, 7].flatMap((kg) => [1, 2, 3, 4, 5, 6, 7].map((total) => ({ kg, total })))
  fc.assert(
    fc.property(
      fc.array(fc.record({ uptoKg: bound, uptoTotal: bound }), { minLength: 1, maxLength: 8 }),
      (bounds) => {
        const first = orders.map(({ kg, total }) =>
          bounds.findIndex(({ uptoKg, uptoTotal }) => fits(uptoKg, kg) && fits(uptoTotal, total)),
        )
        const never = bounds.flatMap((_, index) =>
          first.includes(index) ? [] : [`methods/0/rates/${index}`],
        )
        const rates = bounds.map((each) => ({ ...each, price: 1 }))
        expect(pointersOf(newDeliverySettingsSchema, withMethod({ rates }))).toEqual(never)
      },
    ),
    { numRuns: 500 },
  )
})
