import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { changed, given, METHOD, SELLER, VAT } from '#tests/support/sample-settings.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Settings } from './schema.ts'

let app: TestApp
let admin: Person
let before: Settings

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  await put(given())
  before = await read()
})
afterAll(() => app[Symbol.asyncDispose]())

const put = (body: object) => app.call('PUT', '/api/settings', { body, as: admin })

const read = async (): Promise<Settings> => (await app.call('GET', '/api/settings', { as: admin })).body

const LONG = 'x'.repeat(301)

test.each([
  ['seller/name', 'a\nb'],
  ['seller/email', 'sales'],
  ['mails/newOrders/0', 'desk@shop.example\nBcc: all@shop.example'],
  ['mails/newOrders/0', '"><b>@shop.example'],
  ['mails/newOrders', ['a@shop.example', 'A@shop.example']],
  ['mails/newOrders', Array.from({ length: 11 }, (_, index) => `${index}@shop.example`)],
  ['mails/lowStock', 'desk@shop.example'],
  ['mails/lowStock', undefined, ['mails', { newOrders: [] }]],
  ['seller/phone', '123'],
  ['seller/vatId', 'DE136695977'],
  ['seller/taxNumber', LONG],
  ['seller/address/country', 'XX'],
  ['seller/address/postcode', '1011'],
  [
    'seller/address/region',
    'Bavaria',
    ['seller/address', { ...SELLER.address, country: 'US', postcode: '10001' }],
  ],
  ['seller/address/street', 'a\nb\nc\nd'],
  ['seller/address/city', ''],
  ['seller/bank/iban', 'DE89370400440532013001'],
  ['seller/bank/bic', 'COBA'],
  ['seller/bank/name', ' '],
  ['tax/pricesInclude', 'yes'],
  ['tax/rates/0/country', 'de'],
  ['tax/rates/0/country', 'MC'],
  ['tax/rates/0/country', 'XX'],
  ['tax/rates/0/region', 'Texass', ['tax/rates/0', { ...VAT, country: 'US' }]],
  [
    'tax/rates/1',
    [
      { ...VAT, country: 'US', region: 'TX' },
      { ...VAT, country: 'US', region: 'Texas' },
    ],
    ['tax/rates'],
  ],
  ['tax/rates/0/percent', 100.5],
  ['tax/rates/0/percent', null],
  ['tax/rates/0/name', ''],
  ['tax/rates/1', [VAT, { ...VAT, percent: 7 }], ['tax/rates']],
  [
    'tax/rates/1',
    [
      { ...VAT, region: 'BY' },
      { ...VAT, region: 'by' },
    ],
    ['tax/rates'],
  ],
  ['delivery/timeZone', 'Europe/Sample'],
  ['delivery/timeZone', '+01:00'],
  ['delivery/cutOff', '24:00'],
  ['delivery/cutOff', '9:00'],
  ['delivery/workingDays', []],
  ['delivery/workingDays', [1, 1]],
  ['delivery/workingDays/0', [8], ['delivery/workingDays']],
  ['delivery/countries', []],
  ['delivery/countries', ['DE', 'DE']],
  ['delivery/methods/0/name', ''],
  ['delivery/methods/1/name', [METHOD, { ...METHOD, _id: 'other', name: 'express' }], ['delivery/methods']],
  ['delivery/methods/1/_id', [METHOD, { ...METHOD, name: 'Other' }], ['delivery/methods']],
  ['delivery/methods/0/countries/1', ['DE', 'XX'], ['delivery/methods/0/countries']],
  ['delivery/methods/0/rates', []],
  [
    'delivery/methods/0/rates/1',
    [
      { uptoKg: 10, price: 1 },
      { uptoKg: 5, price: 2 },
    ],
    ['delivery/methods/0/rates'],
  ],
  ['delivery/methods/0/rates/1', [{ price: 1 }, { uptoTotal: 5, price: 2 }], ['delivery/methods/0/rates']],
  ['delivery/methods/0/rates/0/price', -1],
  ['delivery/methods/0/rates/0/price', 1.005],
  ['delivery/methods/0/rates/0/uptoKg', 0],
  ['delivery/methods/0/freeFrom', null],
  ['delivery/methods/0/days/to', 0],
  ['delivery/methods/0/days/from', 1.5],
  ['delivery/methods/0/carrier', LONG],
  ['delivery/methods/0/incoterm', 'XYZ'],
] as const)(
  'a wrong %s (%j) is refused there, and nothing changes',
  async (pointer, value, at?: readonly unknown[]) => {
    const [path = pointer, instead] = (at ?? []) as [string?, unknown?]
    const body =
      instead === undefined
        ? changed(path, value, 1)
        : changed(path, { ...(instead as object), [pointer.split('/').at(-1) ?? '']: value }, 1)
    const refused = await put(body)
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
    expect(refused.body.errors).toContainEqual({ pointer: `#/${pointer}`, detail: expect.any(String) })
    expect(await read()).toEqual(before)
    const changes = await app.call('GET', '/api/audit?kind=settings.changed', { as: admin })
    expect(changes.body).toHaveLength(1)
  },
)
