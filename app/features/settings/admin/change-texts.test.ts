import { expect, test } from 'vitest'
import { settingChangeTexts } from './change-texts.ts'
import { countriesText } from './countries-text.ts'

const EXPRESS = {
  _id: 'express',
  name: 'Express',
  countries: 'all',
  rates: [{ uptoKg: 2, price: 19 }, { uptoKg: 10, uptoTotal: 500, price: 32 }, { price: 90 }],
  days: { from: 1, to: 2 },
}
const STANDARD = {
  _id: 'standard',
  name: 'Standard',
  countries: ['US'],
  rates: [{ price: 0 }],
  days: { from: 3, to: 3 },
}

test.each([
  ['delivery.cutOff', '14:00', '15:00', [['Cut-off', '14:00', '15:00']]],
  ['tax.euUnion', false, true, [['Rules of the EU', 'no', 'yes']]],
  ['seller.email', null, 'a@b.example', [['E-mail of the seller', 'none', 'a@b.example']]],
  ['delivery.workingDays', [1, 2], [6], [['Working days', 'Monday and Tuesday', 'Saturday']]],
  [
    'delivery.countries',
    'all',
    ['DE', 'FR'],
    [['Countries delivered to', 'all countries', 'France and Germany']],
  ],
  [
    'seller.address',
    null,
    { street: '1 Sample Street\nDoor 2', postcode: '10115', city: 'Berlin', country: 'DE' },
    [['Address of the seller', 'none', '1 Sample Street, Door 2, 10115 Berlin, Germany']],
  ],
  [
    'seller.bank',
    { name: 'Sample Bank', iban: 'DE89370400440532013000' },
    undefined,
    [['Bank account', 'Sample Bank, DE89370400440532013000', 'none']],
  ],
  [
    'tax.rates',
    [
      { country: 'DE', percent: 19, name: 'VAT' },
      { country: 'FR', percent: 20, name: 'VAT' },
    ],
    [
      { country: 'FR', percent: 20, name: 'VAT' },
      { country: 'DE', percent: 16, name: 'VAT' },
      { country: 'US', region: 'NY', percent: 8.875, name: 'Sales tax' },
    ],
    [
      ['Tax of Germany', 'VAT 19 %', 'VAT 16 %'],
      ['Tax of United States, NY', 'none', 'Sales tax 8.875 %'],
    ],
  ],
  [
    'delivery.methods',
    [EXPRESS, STANDARD],
    [STANDARD, { ...EXPRESS, rates: [...EXPRESS.rates.slice(0, 2), { price: 25 }], freeFrom: 500 }],
    [
      ['Express, prices', 'any: $90.00', 'any: $25.00'],
      ['Express, free from', 'none', '$500.00'],
      ['Sequence of the methods', 'Express, Standard', 'Standard, Express'],
    ],
  ],
  [
    'delivery.methods',
    [EXPRESS],
    [STANDARD],
    [
      ['Method Standard', 'none', 'United States; 3 working days; any: $0.00'],
      [
        'Method Express',
        'all countries; 1 to 2 working days; up to 2 kg: $19.00; up to 10 kg and $500.00: $32.00; any: $90.00',
        'none',
      ],
    ],
  ],
  [
    'delivery.methods',
    [EXPRESS],
    [{ ...EXPRESS, rates: [EXPRESS.rates[1], EXPRESS.rates[0]].concat({ uptoKg: 1000, price: 640 }) }],
    [['Express, prices', 'any: $90.00', 'up to 1,000 kg: $640.00']],
  ],
  [
    'delivery.methods',
    [{ ...EXPRESS, rates: EXPRESS.rates.slice(0, 2) }],
    [{ ...EXPRESS, rates: [EXPRESS.rates[1], EXPRESS.rates[0]] }],
    [
      [
        'Express, prices',
        'up to 2 kg: $19.00; up to 10 kg and $500.00: $32.00',
        'up to 10 kg and $500.00: $32.00; up to 2 kg: $19.00',
      ],
    ],
  ],
  // What is typed may be no number yet.
  [
    'delivery.methods',
    [STANDARD],
    [{ ...STANDARD, rates: [{ uptoKg: null, price: null }], days: { from: null, to: 3 } }],
    [
      ['Standard, prices', 'any: $0.00', 'up to ? kg: ?'],
      ['Standard, days', '3 working days', '? to 3 working days'],
    ],
  ],
  [
    'delivery.methods',
    [STANDARD],
    [{ ...STANDARD, days: { from: 1, to: 1 } }],
    [['Standard, days', '3 working days', '1 working day']],
  ],
] as const)('a change of %s is told in words', (field, from, to, texts) => {
  expect(
    settingChangeTexts({ field, from, to }).map(({ label, ...change }) => [label, change.from, change.to]),
  ).toEqual(texts)
})

test('many countries are counted, or those that are missing are named', () => {
  expect(countriesText([])).toBe('no countries')
  const most = Array.from(
    { length: 7 },
    (_, index) => ['DE', 'FR', 'IT', 'ES', 'PT', 'BE', 'NL'][index] ?? '',
  )
  expect(countriesText(most)).toBe('7 countries')
  expect(countriesText(most.slice(0, 2))).toBe('France and Germany')
})
