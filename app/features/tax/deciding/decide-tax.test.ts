import { expect, test } from 'vitest'
import { readVatId } from '#kit/input/vat-id.ts'
import { HOME_RATE_CASES } from '#tests/cases/tax/home-rate-cases.ts'
import { CASE_SETTINGS, TAX_CASES, type TaxCase } from '#tests/cases/tax/tax-cases.ts'
import { TERRITORY_CASES } from '#tests/cases/tax/territory-cases.ts'
import { taxSettingsSchema } from '../schema.ts'
import type { VatCheck } from '../vies/vat-service.ts'
import { decideTax } from './decide-tax.ts'

const CASES = [...TAX_CASES, ...HOME_RATE_CASES, ...TERRITORY_CASES]

const CONFIRMED: VatCheck = { state: 'confirmed', atMs: 0 }

const dueIn = ({ from, to, vatId, check = CONFIRMED, settings }: TaxCase) => {
  const id = vatId === undefined ? undefined : readVatId(vatId)
  // A case with a wrong ID would prove nothing.
  if (vatId !== undefined) expect(id?.id).toBe(vatId)
  const question = { settings: { ...CASE_SETTINGS, ...settings }, seller: from, to }
  return decideTax({ ...question, ...(id && { vat: { prefix: id.prefix, check } }) })
}

test.each(CASES)('$what: $law', (one) => {
  expect(dueIn(one)).toEqual(one.due)
})

test('the settings of all cases are settings that an admin can save', () => {
  for (const { settings } of CASES)
    expect(taxSettingsSchema.safeParse({ ...CASE_SETTINGS, ...settings }).error).toBeUndefined()
})

test('with prices that include the tax the percents are the same, and no kind adds to the price', () => {
  for (const one of CASES) {
    const including = dueIn({ ...one, settings: { ...one.settings, pricesInclude: true } })
    expect(including.percent, one.what).toBe(one.due.percent)
    expect(including.kind, one.what).not.toBe('added')
    expect(including.note, one.what).toBe(one.due.note)
  }
})

test('a region is compared by its code, and only in its own country', () => {
  const settings = { ...CASE_SETTINGS, rates: [{ country: 'US', region: 'ca', percent: 7.25, name: 'Tax' }] }
  const percentIn = (country: string, region: string) =>
    decideTax({ settings, seller: { country: 'US' }, to: { country, region } }).percent
  expect(percentIn('US', 'CA')).toBe(7.25)
  expect(percentIn('US', ' ca ')).toBe(7.25)
  expect(percentIn('US', 'California')).toBe(0)
  expect(percentIn('AR', 'CA')).toBe(0)
})
