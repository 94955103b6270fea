import { expect, test } from 'vitest'
import { withoutBreak } from './checked-fields.ts'

test('the errors of the price breaks behind a removed one move up with them', () => {
  const checked = new Set(['name', 'prices/0/price', 'prices/1/from', 'prices/2/price'])
  expect(withoutBreak(checked, 1)).toEqual(new Set(['name', 'prices/0/price', 'prices/1/price']))
  expect(withoutBreak('all', 1)).toBe('all')
})
