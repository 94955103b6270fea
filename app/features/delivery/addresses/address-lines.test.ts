import { expect, test } from 'vitest'
import { COUNTRY_CODES } from '#kit/input/country-codes.ts'
import { countryName } from '#kit/text/country-name.ts'
import type { Address } from '../schema.ts'
import { addressLines } from './address-lines.ts'
import { checkAddress } from './check-address.ts'
import { rulesOf } from './country-rules.ts'
import { wrongRegionText } from './region-postcode.ts'

const linesOf = (fields: Partial<Address> & { country: string }): string[] =>
  addressLines({ name: 'Ann Example', street: '1 Main Street', ...fields })

test.each<[Partial<Address> & { country: string }, string[]]>([
  [
    { country: 'US', city: 'Austin', region: 'TX', postcode: '78701', company: 'Example Inc.' },
    ['Ann Example', 'Example Inc.', '1 Main Street', 'AUSTIN, TX 78701', 'UNITED STATES'],
  ],
  [
    { country: 'FR', city: 'Lyon', postcode: '69001', company: 'Exemple SA', street: '1 rue A\nBât. 2' },
    ['Exemple SA', 'Ann Example', '1 rue A', 'Bât. 2', '69001 LYON', 'FRANCE'],
  ],
  [
    { country: 'GB', city: 'London', postcode: 'EC1A 1BB' },
    ['Ann Example', '1 Main Street', 'LONDON', 'EC1A 1BB', 'UNITED KINGDOM'],
  ],
  [
    { country: 'CH', city: 'Zürich', postcode: '8001' },
    ['Ann Example', '1 Main Street', 'CH-8001 Zürich', 'SWITZERLAND'],
  ],
  [
    { country: 'IT', city: 'Roma', region: 'RM', postcode: '00184' },
    ['Ann Example', '1 Main Street', '00184 ROMA RM', 'ITALY'],
  ],
  // In the country's script, from the largest place to the smallest.
  [
    {
      country: 'JP',
      name: '山田太郎',
      street: '上馬1-2-3',
      city: '世田谷区',
      region: '13',
      postcode: '154-0023',
    },
    ['〒154-0023', '東京都', '世田谷区', '上馬1-2-3', '山田太郎', 'JAPAN'],
  ],
  [
    { country: 'JP', street: '1-2-3 Kamiuma', city: 'Setagaya-ku', region: '13', postcode: '154-0023' },
    ['Ann Example', '1-2-3 Kamiuma', 'Setagaya-ku, TOKYO', '154-0023', 'JAPAN'],
  ],
  [
    { country: 'CN', name: '王小明', street: '建国路1号', city: '朝阳区', region: '11', postcode: '100022' },
    ['100022', '北京市朝阳区', '建国路1号', '王小明', 'CHINA'],
  ],
  [
    { country: 'AE', name: 'محمد', street: 'شارع الشيخ زايد', region: 'DU' },
    ['محمد', 'شارع الشيخ زايد', 'دبي', 'UNITED ARAB EMIRATES'],
  ],
  [
    { country: 'GR', name: 'Γιώργος', street: 'Ερμού 1', city: 'Αθήνα', postcode: '105 63' },
    ['Γιώργος', 'Ερμού 1', '105 63 ΑΘΗΝΑ', 'GREECE'],
  ],
  [
    { country: 'TR', city: 'Şişli', region: '34', postcode: '34360' },
    ['Ann Example', '1 Main Street', '34360 ŞİŞLİ/İstanbul', 'TÜRKIYE'],
  ],
  // Without a field its separator goes too.
  [{ country: 'BS', city: 'Nassau' }, ['Ann Example', '1 Main Street', 'NASSAU', 'BAHAMAS']],
  [
    { country: 'BB', city: 'Bridgetown', postcode: 'BB11000' },
    ['Ann Example', '1 Main Street', 'BRIDGETOWN BB11000', 'BARBADOS'],
  ],
  [{ country: 'GI' }, ['Ann Example', '1 Main Street', 'GIBRALTAR']],
  [{ country: 'SG', postcode: '123456' }, ['Ann Example', '1 Main Street', 'SINGAPORE 123456', 'SINGAPORE']],
  // What the country does not use stands beside the street.
  [
    { country: 'DE', city: 'München', region: 'Bayern', postcode: '80331' },
    ['Ann Example', '1 Main Street', 'Bayern', '80331 MÜNCHEN', 'GERMANY'],
  ],
  // A country that is no longer one.
  [{ country: 'QQ', city: 'Town', postcode: '1' }, ['Ann Example', '1 Main Street', '1', 'TOWN', 'QQ']],
])('%o is written as its post wants it', (fields, lines) => {
  expect(linesOf(fields)).toEqual(lines)
})

test('in every country the lines have all that was given, and nothing is left of what was not', () => {
  for (const country of COUNTRY_CODES) {
    const rules = rulesOf(country)
    const example = rules?.examples[0]
    // A postcode of another region would be refused.
    const region = rules?.regions.find(
      ({ key, postcodes }) => !postcodes || wrongRegionText(example ?? '', key, rules) === undefined,
    )
    const given: Address = {
      name: 'Ann Example',
      company: 'Example Works',
      street: '1 Main Street\nFloor 2',
      city: 'Sampletown',
      region: region?.key ?? 'Sampleshire',
      postcode: example ?? '12345',
      country,
    }
    const { address } = checkAddress(given)
    if (!address) throw new Error(country)
    const lines = addressLines(address)
    const text = lines.join('\n').toLowerCase()
    for (const part of [
      'Ann Example',
      'Example Works',
      '1 Main Street',
      'Floor 2',
      'Sampletown',
      given.postcode,
    ])
      expect(text, country).toContain(String(part).toLowerCase())
    expect(lines.at(-1)).toBe(countryName(country).toUpperCase())
    for (const line of [...lines, ...linesOf({ country })])
      expect([country, line]).toEqual([country, expect.stringMatching(/^(?![\s,/-]).*(?<![\s,/-])$/)])
  }
})

test('names have no additions that belong on no envelope', () => {
  expect(['HK', 'MO', 'MM', 'CI', 'TR'].map(countryName)).toEqual([
    'Hong Kong',
    'Macao',
    'Myanmar',
    'Côte d’Ivoire',
    'Türkiye',
  ])
})
