import { expect, test } from 'vitest'
import { noReverseChargeText, taxText } from './texts.ts'

test.each([
  [{ kind: 'included', percent: 20, amount: 1234.5, name: 'VAT' }, 'Includes $1,234.50 VAT (20 %)'],
  [{ kind: 'added', percent: 8.875, amount: 0.09, name: 'Sales tax' }, 'Plus $0.09 Sales tax (8.875 %)'],
  [{ kind: 'included', percent: 19, amount: 19 }, 'Includes $19.00 tax (19 %)'],
  [{ kind: 'reverse_charge', percent: 0, amount: 0 }, 'No tax is charged: reverse charge'],
  [{ kind: 'export', percent: 0, amount: 0 }, 'No tax is charged: export'],
  [{ kind: 'none', percent: 0, amount: 0 }, 'No tax is charged'],
] as const)('%o: %s', (tax, text) => {
  expect(taxText(tax)).toBe(text)
})

test('why there is no reverse charge is said in a sentence', () => {
  expect(noReverseChargeText('slow', true)).toBe(
    'VIES, the register of the EU, did not answer in time about this VAT ID, so the tax is charged.',
  )
  expect(noReverseChargeText('home', false)).toBe(
    'This VAT ID is of the country that the goods leave from, so there is no reverse charge.',
  )
})
