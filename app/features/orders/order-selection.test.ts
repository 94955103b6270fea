import { expect, test } from 'vitest'
import { readSelection, withMore, writeSelection } from './order-selection.ts'

test('an address and its selection say the same', () => {
  const selection = { q: 'hex screw', status: 'pending', show: 150 } as const
  expect(readSelection(new URLSearchParams(writeSelection(selection)))).toEqual(selection)
  expect(writeSelection(readSelection(new URLSearchParams()))).toBe('')
})

test('nonsense in an address counts as not said', () => {
  const plain = { q: '', status: undefined, show: 50 }
  expect(readSelection(new URLSearchParams('status=lost&show=1e9'))).toEqual(plain)
  expect(readSelection(new URLSearchParams('show=-50'))).toEqual(plain)
})

test('more is bounded', () => {
  const plain = readSelection(new URLSearchParams())
  expect(withMore(plain)?.show).toBe(100)
  expect(withMore({ ...plain, show: 1000 })).toBeUndefined()
})
