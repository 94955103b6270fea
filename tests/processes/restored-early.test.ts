import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { backUp } from '#kit/backup/backup.ts'
import { openDatabase } from '#kit/db/db.ts'
import { type Data, hasPostgresClients, NONE_LATER, runTask } from '../support/operator.ts'
import { readRowsOf } from '../support/read-database.ts'
import { emptyStorage } from '../support/running-shop.ts'
import { createTestShop } from '../support/test-shop.ts'

const isTestable = !process.env.TEST_DATABASE_URL || hasPostgresClients()

async function readGaps(data: Data) {
  const { db, close } = openDatabase(data)
  const gaps = await db.selectFrom('number_gaps').selectAll().orderBy('kind').execute()
  await close()
  return gaps
}

// attack: invoice-numbers
test.runIf(isTestable)(
  'a backup without documents is not restored either until the last numbers are said, nor with many more unless that is confirmed',
  { timeout: 60_000 },
  async () => {
    await using shop = await createTestShop()
    await using storage = await emptyStorage()
    const backup = `${storage.dataDir}-backup`
    await backUp(shop.config, backup)
    const refusal = async (...args: string[]) => {
      const { code, errors } = await runTask('restore', storage, backup, ...args)
      expect(code).toBe(1)
      if (storage.databaseUrl) expect(await readRowsOf(storage)).toEqual({})
      else expect(existsSync(storage.dataDir)).toBe(false)
      return errors
    }
    for (const args of [[], NONE_LATER.slice(0, 2), NONE_LATER.slice(2)])
      expect(await refusal(...args)).toContain('The backup ends with no invoice and no credit note.')
    const far = ['--after-invoice', 'INV-001001', '--after-credit-note', '2']
    const skipped = await refusal(...far)
    expect(skipped).toContain('--after-invoice: INV-001001 would skip 1,001 numbers')
    expect(skipped).toContain('--large-gap')
    expect(await runTask('restore', storage, backup, ...far, '--large-gap')).toEqual({ code: 0, errors: '' })
    expect(await readGaps(storage)).toMatchObject([
      { kind: 'credit_notes', first_number: 1, last_number: 2 },
      { kind: 'invoices', first_number: 1, last_number: 1001 },
    ])
  },
)
