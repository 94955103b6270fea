import { expect, test } from 'vitest'
import { AppError } from '#kit/server/app-error.ts'
import { findExample } from './find-example.ts'
import { type ExampleRequest, exampleRequestSchema } from './schema.ts'

/** Monday, 7 December 2026, 10:00 in Berlin. */
const NOW = Date.parse('2026-12-07T09:00:00Z')

const REQUEST: ExampleRequest = {
  seller: { name: 'Sample Seller', address: { street: '1 Sample Street', city: 'Berlin', country: 'DE' } },
  tax: {
    pricesInclude: false,
    rates: [{ country: 'FR', percent: 20, name: 'VAT' }],
    euUnion: true,
    exemptOutside: true,
  },
  delivery: {
    timeZone: 'Europe/Berlin',
    cutOff: '14:00',
    workingDays: [1, 2, 3, 4, 5],
    countries: 'all',
    methods: [
      { name: 'Express', countries: 'all', rates: [{ uptoKg: 10, price: 32 }], days: { from: 1, to: 3 } },
      { _id: 'slow', name: 'Slow', countries: ['FR'], rates: [{ price: 8 }], days: { from: 5, to: 8 } },
    ],
  },
  to: { country: 'FR' },
  weight: 10,
  total: 250,
}

const ask = (change: Partial<ExampleRequest>) =>
  findExample(exampleRequestSchema.parse({ ...REQUEST, ...change }), NOW)

test('an example says the deliveries with their days, the tax and what is to be paid', async () => {
  expect(await ask({})).toEqual({
    weight: 10,
    deliveries: [
      {
        _id: 'slow',
        name: 'Slow',
        price: 8,
        ships: '2026-12-07',
        arrives: { from: '2026-12-14', to: '2026-12-17' },
      },
      {
        _id: 'new-0',
        name: 'Express',
        price: 32,
        ships: '2026-12-07',
        arrives: { from: '2026-12-08', to: '2026-12-10' },
      },
    ],
    // The first one of the settings, as in an order.
    delivery: 'new-0',
    tax: { kind: 'added', percent: 20, amount: 56.4, name: 'VAT' },
    payable: 338.4,
  })
})

test('a weight above the table, or none, leaves the methods without a weight', async () => {
  for (const weight of [10.0001, undefined])
    expect((await ask({ weight })).deliveries.map(({ name }) => name)).toEqual(['Slow'])
})

test('with a VAT ID goods to another country of the EU are without tax, others are not', async () => {
  const kindTo = async (country: string) => (await ask({ to: { country }, withVatId: true })).tax.kind
  expect([await kindTo('FR'), await kindTo('US'), await kindTo('DE')]).toEqual([
    'reverse_charge',
    'export',
    'none',
  ])
  expect((await ask({ withVatId: true })).tax).not.toHaveProperty('vatId')
})

test('the seller is shown in lines once the address is complete; until then it counts as far as it is', async () => {
  const seller = (address: ExampleRequest['seller']['address']) =>
    ask({ seller: { name: 'Sample Seller', address } })
  const complete = { street: '1 Sample Street', city: 'Berlin', postcode: '10115', country: 'DE' }
  expect((await seller(complete)).sellerLines).toEqual([
    'Sample Seller',
    '1 Sample Street',
    '10115 BERLIN',
    'GERMANY',
  ])
  for (const address of [undefined, { country: 'DE' }, { ...complete, postcode: '101' }])
    expect(await seller(address)).not.toHaveProperty('sellerLines')
  // From Germany an order to Germany is none from abroad, also while the postcode is typed.
  const isExport = async (address: ExampleRequest['seller']['address']) =>
    (await ask({ seller: { address }, to: { country: 'DE' }, tax: { ...REQUEST.tax, euUnion: false } })).tax
      .kind
  expect([await isExport(undefined), await isExport({ ...complete, postcode: '101' })]).toEqual([
    'export',
    'none',
  ])
})

test('a place that is none is refused there', async () => {
  const refused = await ask({ to: { country: 'FR', postcode: '1' } }).catch((error) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused.extras.errors).toEqual([{ pointer: '#/to/postcode', detail: expect.any(String) }])
})
