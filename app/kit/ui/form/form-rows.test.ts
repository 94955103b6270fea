import { expect, test } from 'vitest'
import { addRow, changeRow, moveRow, removeRow } from './form-rows.ts'

const ROWS = [
  { row: 0, text: 'a' },
  { row: 1, text: 'b' },
  { row: 2, text: 'c' },
]

const textsOf = (rows: readonly { text: string }[]): string => rows.map(({ text }) => text).join('')

test('a row moves up or down, the first and the last no further', () => {
  expect(textsOf(moveRow(ROWS, 1, -1))).toBe('bac')
  expect(textsOf(moveRow(ROWS, 1, 1))).toBe('acb')
  expect(moveRow(ROWS, 0, -1)).toBe(ROWS)
  expect(moveRow(ROWS, 2, 1)).toBe(ROWS)
})

test('a row is added under a number of its own, changed and removed', () => {
  expect(addRow(ROWS.slice(2), { text: 'd' })).toEqual([
    { row: 2, text: 'c' },
    { row: 3, text: 'd' },
  ])
  expect(addRow(ROWS.slice(3), { text: 'd' })).toEqual([{ row: 0, text: 'd' }])
  expect(textsOf(changeRow(ROWS, 1, { text: 'x' }))).toBe('axc')
  expect(textsOf(removeRow(ROWS, 1))).toBe('ac')
})
