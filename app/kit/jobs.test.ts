import { expect, test } from 'vitest'
import { forEachRow } from './jobs.ts'
import { createLog } from './log.ts'

test('a row that fails is logged with its ids, and the other rows are still processed', async () => {
  let written = ''
  const log = createLog('info', {
    write: (line) => {
      written += line
    },
  })
  const done: number[] = []
  let running = 0
  let mostAtOnce = 0
  const rows = Array.from({ length: 20 }, (_, index) => index)
  const working = forEachRow(
    rows,
    { log, name: 'try', atOnce: 4, idsOf: (row) => ({ rowId: `row ${row}` }) },
    async (row) => {
      running += 1
      mostAtOnce = Math.max(mostAtOnce, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (row % 10 === 0) throw new Error('poisoned')
      done.push(row)
    },
  )
  await expect(working).rejects.toThrow('2 of 20 rows failed')
  expect(done.sort((a, b) => a - b)).toEqual(rows.filter((row) => row % 10 !== 0))
  expect(mostAtOnce).toBe(4)
  const lines = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ rowId, err }) => [rowId, err.message])).toEqual([
    ['row 0', 'poisoned'],
    ['row 10', 'poisoned'],
  ])
})
