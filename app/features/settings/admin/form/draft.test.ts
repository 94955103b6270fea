import { expect, test } from 'vitest'
import { addressSchema } from '#features/delivery/schema.ts'
import { given } from '#tests/support/sample-settings.ts'
import type { Settings } from '../../schema.ts'
import { draftOf, readNumber, type SettingsDraft, sentOf, valuesOf } from './draft.ts'

const settings = given() as unknown as Settings

const edited = (change: (draft: SettingsDraft) => SettingsDraft) => valuesOf(change(draftOf(settings)))

test('settings that are not edited stay what they were', () => {
  const { revision: _, ...values } = settings
  expect(sentOf(valuesOf(draftOf(settings)))).toEqual(values)
  const full: Settings = {
    ...settings,
    seller: {
      ...settings.seller,
      address: {
        name: 'Warehouse',
        company: 'Sample',
        street: 'a\nb',
        city: 'Berlin',
        postcode: '10115',
        region: 'BE',
        country: 'DE',
        phone: '+49 30 123456',
      },
      phone: '+49 30 123456',
      taxNumber: '1',
    },
    tax: { ...settings.tax, rates: [{ country: 'US', region: 'NY', percent: 8.875, name: 'Sales tax' }] },
    delivery: {
      ...settings.delivery,
      methods: [
        {
          _id: 'a',
          name: 'A',
          countries: ['DE'],
          rates: [{ uptoKg: 0.125, uptoTotal: 1000.5, price: 1.25 }],
          freeFrom: 5000,
          days: { from: 0, to: 2 },
          carrier: 'DHL',
          incoterm: 'DAP',
        },
      ],
    },
  }
  expect(Object.keys(full.seller.address ?? {}).sort()).toEqual(Object.keys(addressSchema.shape).sort())
  const { revision: __, ...fullValues } = full
  expect(sentOf(valuesOf(draftOf(full)))).toEqual(fullValues)
})

test('addresses are parted by lines, commas and semicolons', () => {
  const typed = ' a@shop.example\n\nb@shop.example; c@shop.example,d@shop.example '
  const { mails } = edited((draft) => ({ ...draft, mails: { newOrders: '', lowStock: typed } }))
  const lowStock = ['a', 'b', 'c', 'd'].map((name) => `${name}@shop.example`)
  expect(mails).toEqual({ newOrders: [], lowStock })
})

test('what is emptied is left out; a bank goes when nothing of it is left, and an address without its country', () => {
  const { seller } = edited((draft) => ({
    ...draft,
    seller: {
      ...draft.seller,
      email: ' ',
      bank: { name: '', iban: '', bic: ' ' },
      address: { ...draft.seller.address, city: '' },
    },
  }))
  expect(seller).toEqual({
    name: 'Sample Seller',
    address: { street: '1 Sample Street', postcode: '10115', country: 'DE' },
    vatId: settings.seller.vatId,
  })
  const nowhere = { ...draftOf(settings).seller.address, country: '' }
  expect(
    edited((draft) => ({ ...draft, seller: { ...draft.seller, address: nowhere } })).seller,
  ).not.toHaveProperty('address')
})

test.each([
  ['12', 12],
  [' 0.5 ', 0.5],
  ['0,5', 0.5],
  ['1234.125', 1234.125],
])('%j is the number %d', (text, number) => expect(readNumber(text)).toBe(number))

test.each(['', 'x', '-1', '1e3', '1,000', '1.000.000', '$5', '.5'])(
  '%j is no number, and sent as null',
  (text) => {
    expect(readNumber(text)).toBeNaN()
    const { tax } = edited((draft) => ({
      ...draft,
      tax: { ...draft.tax, rates: draft.tax.rates.map((rate) => ({ ...rate, percent: text })) },
    }))
    expect(tax.rates[0]?.percent).toBeNull()
  },
)
