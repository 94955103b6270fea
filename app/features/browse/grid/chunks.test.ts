import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const LENGTHS = [5, 6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 80, 90, 100, 110, 120]
const RANGES = {
  M3: [5, 40],
  M4: [6, 50],
  M5: [8, 60],
  M6: [10, 100],
  M8: [12, 120],
  M10: [16, 120],
} as const

const columnsOf = LENGTHS.map((length) =>
  Object.entries(RANGES).flatMap(([thread, [from, to]]) => (from <= length && length <= to ? [thread] : [])),
)

test('rows with the same columns are together, long enough to read', () => {
  const chunks = chunksOf(columnsOf).map(({ from, to }) => [LENGTHS[from], LENGTHS[to - 1]])
  expect(chunks).toEqual([
    [5, 60],
    [65, 120],
  ])
})

test('the only row is a table, and no row is none', () => {
  expect(chunksOf([['M3']])).toEqual([{ from: 0, to: 1 }])
  expect(chunksOf([])).toEqual([])
})

test('each row is in one table, in sequence; tables are no wider than a desktop and print few empty cells', () => {
  const columns = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(columns, { maxLength: 60 }), (rows) => {
      const chunks = chunksOf(rows)
      expect(chunks.flatMap(({ from, to }) => rows.slice(from, to))).toEqual(rows)
      const widths = chunks.map(({ from, to }) => new Set(rows.slice(from, to).flat()).size)
      for (const [index, { from, to }] of chunks.entries()) {
        expect(to - from).toBeLessThanOrEqual(20)
        if (to - from > 1) expect(widths[index]).toBeLessThanOrEqual(13)
      }
      const printed = chunks.reduce((sum, { from, to }, index) => sum + (to - from) * (widths[index] ?? 0), 0)
      expect(printed).toBeLessThanOrEqual(8 * rows.flat().length)
    }),
  )
})
