import { expect, test } from 'vitest'
import type { CountedPart } from '../schema.ts'
import { type CountRow, countsOf, isUndecided, readRow, withPresent } from './count-rows.ts'

const stock = { forSale: 600, held: { unpaid: 100, paid: 300 }, onHand: 1000 }
const part: CountedPart = { _id: 'one', sku: 'A-1', name: 'Sample', ...stock }
const row = (typed: string, more: Partial<CountRow> = {}): CountRow => ({ part, typed, ...more })

test('what becomes for sale is the count without what orders hold', () => {
  expect(readRow(row('950'))).toEqual({ kind: 'read', counted: 950, forSale: 550 })
  expect(readRow(row('1,000'))).toEqual({ kind: 'read', counted: 1000, forSale: 600 })
  expect(readRow(row('400'))).toEqual({ kind: 'read', counted: 400, forSale: 0 })
  expect(readRow(row(' '))).toEqual({ kind: 'empty' })
  expect(readRow(row('about 5'))).toEqual({ kind: 'unreadable' })
})

test('fewer than orders hold are saved only when none is to be for sale', () => {
  expect(readRow(row('399'))).toEqual({ kind: 'below held', counted: 399, missing: 1 })
  expect(readRow(row('399', { noneForSale: true }))).toEqual({ kind: 'read', counted: 399, forSale: 0 })
  expect(countsOf([row('399')])).toEqual([])
  const seen = { forSale: 600, held: 400 }
  expect(countsOf([row('399', { noneForSale: true }), row('950', { noneForSale: true }), row('')])).toEqual([
    { productId: 'one', counted: 399, seen, belowHeld: 'none_for_sale' },
    { productId: 'one', counted: 950, seen },
  ])
})

test('a stock that changed meanwhile is asked about, and keeps what was seen first', () => {
  const now = { productId: 'one', forSale: 500, held: { unpaid: 200, paid: 300 }, onHand: 1000 }
  const [asked] = withPresent([row('450', { noneForSale: true })], [now])
  expect(asked).toMatchObject({ before: part, typed: '450', part: { forSale: 500, onHand: 1000 } })
  expect(asked && readRow(asked)).toEqual({ kind: 'changed', counted: 450 })
  const again = withPresent(asked ? [asked] : [], [{ ...now, forSale: 400 }])
  expect(again[0]?.before).toEqual(part)
  const decided = { ...asked, before: undefined } as CountRow
  expect(readRow(decided)).toEqual({ kind: 'below held', counted: 450, missing: 50 })
  expect([row('950'), row(''), row('x'), row('1'), asked as CountRow].map(isUndecided)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  const other = row('5', { part: { ...part, _id: 'other' } })
  expect(withPresent([other], [now])).toEqual([other])
})
