import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backUp } from '#kit/backup/backup.ts'
import { openDatabase } from '#kit/db/db.ts'
import { HOUR_MS } from '#kit/time.ts'
import { migrations } from '../../migrations/list.ts'
import { type Data, hasPostgresClients, NONE_LATER, runTask, settingsOf } from '../support/operator.ts'
import { readRowsOf } from '../support/read-database.ts'
import { runProjectScript } from '../support/run-script.ts'
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
  'a backup without documents is restored when the last numbers are said, many when that is confirmed, and gets no sample orders',
  { timeout: 120_000 },
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
    for (const args of [[], NONE_LATER.slice(0, 2)])
      expect(await refusal(...args)).toContain('ends with no invoice and no credit note.')
    const far = ['--after-invoice', 'INV-001001', '--after-credit-note', '2']
    const skipped = await refusal(...far)
    expect(skipped).toContain('--after-invoice: INV-001001 would skip 1,001 numbers')
    expect(skipped).toContain('--large-gap')
    expect(await runTask('restore', storage, backup, ...far, '--large-gap')).toEqual({ code: 0, errors: '' })
    expect(await readGaps(storage)).toMatchObject([
      { kind: 'credit_notes', first_number: 1, last_number: 2 },
      { kind: 'invoices', first_number: 1, last_number: 1001 },
    ])

    const sample = await runProjectScript('scripts/sample-orders.ts', [], settingsOf(storage))
    expect(sample.code).toBe(1)
    expect(sample.errors).toContain('is a copy that changes nothing')
    const { sample_trade, user, orders } = await readRowsOf(storage)
    expect([sample_trade, user, orders]).toEqual([[], [], []])
  },
)

test.runIf(isTestable)(
  'a backup of an earlier release with an overdue order is taken over before a process was started on it',
  { timeout: 120_000 },
  async () => {
    const before = migrations.filter(({ name }) => name < '0076')
    await using earlier = await createTestShop({}, before)
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('user-1', 'Sample Customer', 'sample@example.com', false, '2026-01-01', '2026-01-01')`.execute(
      earlier.db,
    )
    await sql`insert into orders (id, number, user_id, name, email, phone, address, search_text, total_cents, currency,
        created_at, hold_until)
      values ('order', 'order', 'user-1', 'Sample Customer', 'sample@example.com', '1', 'A street', 'part', 850, 'usd',
        1000, ${1000 + HOUR_MS})`.execute(earlier.db)
    await using storage = await emptyStorage()
    const backup = `${storage.dataDir}-backup`
    await backUp(earlier.config, backup)
    expect(await runTask('restore', storage, backup, ...NONE_LATER)).toEqual({ code: 0, errors: '' })
    const since = Date.now()
    expect(await runTask('restore', storage, '--take-over')).toEqual({ code: 0, errors: '' })
    const { db, close } = openDatabase(storage)
    const order = await db.selectFrom('orders').select('hold_until').executeTakeFirstOrThrow()
    const events = await db.selectFrom('order_events').select(['kind', 'order_id']).execute()
    await close()
    expect(order.hold_until).toBeGreaterThanOrEqual(since + HOUR_MS)
    expect(events).toEqual([{ kind: 'held', order_id: 'order' }])
  },
)
