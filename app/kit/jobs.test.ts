import { expect, test } from 'vitest'
import { openLog } from '#tests/support/open-log.ts'
import { forEachRow } from './jobs.ts'

test('a row that fails is logged with its ids, and the other rows are still processed', async () => {
  const { log, lines } = openLog()
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
  expect(lines).toMatchObject([
    { rowId: 'row 0', err: { message: 'poisoned' } },
    { rowId: 'row 10', err: { message: 'poisoned' } },
  ])
})
