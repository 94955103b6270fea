import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { csvAnswer } from './csv-answer.ts'

const log = pino({ level: 'silent' })

/** Endless rows that count how often they were asked for, and whether they were ended. */
function endlessRows() {
  const seen = { asked: 0, isEnded: false }
  const rows = (async function* () {
    try {
      for (;;) {
        seen.asked += 1
        yield [[seen.asked, '=1+1']]
      }
    } finally {
      seen.isEnded = true
    }
  })()
  return { rows, seen }
}

test('rows are read as the client takes them, and no more once it has gone away', async () => {
  const { rows, seen } = endlessRows()
  const reader = csvAnswer('all.csv', ['a', 'b'], rows, log).body?.getReader()
  const read = async () => new TextDecoder().decode((await reader?.read())?.value)
  expect([await read(), await read(), await read()]).toEqual(['a,b\r\n', "1,'=1+1\r\n", "2,'=1+1\r\n"])
  // One more may be ready.
  expect(seen.asked).toBeLessThanOrEqual(3)
  await reader?.cancel()
  const { asked } = seen
  await new Promise(setImmediate)
  expect(seen).toEqual({ asked, isEnded: true })
})

test('a file that could not be read completely does not end as if it were whole, and is logged', async () => {
  const rows = (async function* () {
    yield [['first']]
    throw new Error('the database is gone')
  })()
  const logged = vi.spyOn(log, 'error')
  await expect(csvAnswer('all.csv', ['a'], rows, log).text()).rejects.toThrow('the database is gone')
  expect(logged).toHaveBeenCalledOnce()
})
