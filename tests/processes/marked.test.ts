import { expect, test } from 'vitest'
import { openDatabase } from '#kit/db/db.ts'
import { NONE_LATER, runTask } from '../support/operator.ts'
import { emptyStorage, startShop } from '../support/running-shop.ts'

// attack: invoice-numbers
// attack: acting-copy
test('what another program restored is marked as a copy while no shop runs on it, and only with the last numbers', {
  timeout: 90_000,
}, async () => {
  await using storage = await emptyStorage()
  const mark = (...args: string[]) => runTask('restore', storage, '--mark', ...args)
  const refusal = async (...args: string[]) => {
    const { code, errors } = await mark(...args)
    expect(code).toBe(1)
    const { restores, gaps } = await readMarks()
    expect([restores, gaps]).toEqual([[], []])
    return errors
  }
  const readMarks = async () => {
    const { db, close } = openDatabase(storage)
    try {
      const restores = await db.selectFrom('restores').selectAll().execute()
      const gaps = await db.selectFrom('number_gaps').selectAll().execute()
      const counts = await db.selectFrom('row_counts').selectAll().where('name', '=', 'invoices').execute()
      return { restores, gaps, counts }
    } finally {
      await close()
    }
  }
  expect((await mark(...NONE_LATER)).errors).toMatch(/There is no shop in/)
  await using shop = await startShop({ storage })
  expect(await refusal(...NONE_LATER)).toContain('A shop is running on')
  await shop.stop()
  expect(await refusal()).toContain('Nothing was changed. What is restored ends with no invoice')
  expect(await refusal('--after-invoice', 'CN-000003', '--after-credit-note', 'none')).toContain(
    'is no number',
  )
  expect(await refusal('--take-over', ...NONE_LATER)).toContain('Name the backup')
  const done = await mark('--after-invoice', 'INV-000009', '--after-credit-note', 'none')
  expect(done).toEqual({ code: 0, errors: '' })
  expect(await readMarks()).toMatchObject({
    restores: [{ made_at: null, taken_over_at: null }],
    gaps: [{ kind: 'invoices', first_number: 1, last_number: 9 }],
    counts: [{ counted: 9 }],
  })
  await shop.restart()
  const refused = await shop.call('POST', '/api/order', { body: {} })
  expect(refused).toMatchObject({ status: 503, body: { code: 'restored' } })
})
