import { expect, test } from 'vitest'
import { readSelection, withMore, writeSelection } from './order-selection.ts'

test('a selection is read from the URL that it was written to', () => {
  const selection = { q: 'hex screw', status: 'pending', show: 150 } as const
  expect(readSelection(new URLSearchParams(writeSelection(selection)))).toEqual(selection)
  expect(writeSelection(readSelection(new URLSearchParams()))).toBe('')
})

test('invalid values in a URL are ignored', () => {
  const unfiltered = { q: '', status: undefined, show: 50 }
  expect(readSelection(new URLSearchParams('status=lost&show=1e9'))).toEqual(unfiltered)
  expect(readSelection(new URLSearchParams('show=-50'))).toEqual(unfiltered)
})

test('at most 1000 orders are shown', () => {
  const unfiltered = readSelection(new URLSearchParams())
  expect(withMore(unfiltered)?.show).toBe(100)
  expect(withMore({ ...unfiltered, show: 1000 })).toBeUndefined()
})
