import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

test('changes are the lines that differ, wherever they stand', () => {
  expect(changedLines('a = b\nc = d', 'c = d\na = b')).toEqual([])
  expect(changedLines('a = b\nc = d', 'a = x\nc = d\ne = f')).toEqual([
    { from: 'a = b', to: 'a = x' },
    { from: '–', to: 'e = f' },
  ])
  expect(changedLines('a = b', '')).toEqual([{ from: 'a = b', to: '–' }])
})
