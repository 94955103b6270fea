import { expect, test } from 'vitest'
import { findGap, lastNumbers } from '#features/invoices/invoices.ts'
import { backUp, restore } from '#kit/backup/backup.ts'
import { openDatabase } from '#kit/db/db.ts'
import { migrate } from '#kit/db/migrate.ts'
import { readSchema } from '#tests/support/read-database.ts'
import { hasPostgresClients } from '../tests/support/operator.ts'
import { emptyStorage } from '../tests/support/running-shop.ts'
import { createTestShop } from '../tests/support/test-shop.ts'
import { restoreTables } from './0079-restores.ts'
import { migrations } from './list.ts'

const stepsBefore = (name: string) => migrations.filter((migration) => migration.name < name)

const isTestable = !process.env.TEST_DATABASE_URL || hasPostgresClients()

// attack: invoice-numbers
// attack: acting-copy
test.runIf(isTestable).each([
  ['the last release without this step', '0079'],
  ['a release without credit notes', '0049'],
])(
  'a backup of %s is restored as a copy, whose next numbers come after the last ones that were issued',
  { timeout: 60_000 },
  async (_, step) => {
    await using earlier = await createTestShop({}, stepsBefore(step))
    const hasNotes = step > '0049'
    await earlier.db.updateTable('row_counts').set({ counted: 10 }).where('name', '=', 'invoices').execute()
    await using storage = await emptyStorage()
    const folder = `${storage.dataDir}-backup`
    await backUp(earlier.config, folder)
    const seen: unknown[] = []
    const findGaps = async (counted: ReadonlyMap<string, number>) => {
      seen.push(lastNumbers(counted))
      const gaps = [findGap('invoice', 10, 'INV-000014'), findGap('credit_note', 0, 'CN-000003')]
      return gaps.flatMap((gap) => gap ?? [])
    }
    await restore(storage, folder, {
      replace: false,
      migrations,
      marking: { findGaps, tables: restoreTables },
    })
    expect(seen).toEqual([{ invoice: 10, credit_note: 0 }])
    const database = openDatabase(storage)
    try {
      const countOf = async (name: string) =>
        (await database.db.selectFrom('row_counts').select('counted').where('name', '=', name).execute())[0]
          ?.counted
      expect([await countOf('invoices'), await countOf('credit_notes')]).toEqual([
        14,
        hasNotes ? 3 : undefined,
      ])
      expect(await database.db.selectFrom('restores').select('taken_over_at').execute()).toEqual([
        { taken_over_at: null },
      ])
      await migrate(database, migrations)
      expect([await countOf('invoices'), await countOf('credit_notes')]).toEqual([14, 3])
      expect(await database.db.selectFrom('number_gaps').selectAll().orderBy('kind').execute()).toMatchObject(
        [
          { kind: 'credit_notes', first_number: 1, last_number: 3 },
          { kind: 'invoices', first_number: 11, last_number: 14 },
        ],
      )
      await using fresh = await createTestShop()
      expect(await readSchema(database)).toEqual(await readSchema(fresh.database))
    } finally {
      await database.close()
    }
  },
)

test.each([
  ['INV-000014', { kind: 'invoices', first: 11, last: 14 }],
  ['inv14', { kind: 'invoices', first: 11, last: 14 }],
  ['11', { kind: 'invoices', first: 11, last: 11 }],
  ['INV-000010', undefined],
  ['none', undefined],
])('after INV-000010 "%s" is the last number', (said, gap) => {
  expect(findGap('invoice', 10, said)).toEqual(gap)
})

test('more than 1,000 numbers after the backup are skipped only when that is confirmed', () => {
  expect(findGap('invoice', 10, 'INV-001010')).toEqual({ kind: 'invoices', first: 11, last: 1010 })
  for (const [last, said] of [
    [10, 'INV-001011'],
    [0, '1001'],
  ] as const) {
    expect(() => findGap('invoice', last, said)).toThrow('would skip 1,001 numbers')
    expect(findGap('invoice', last, said, true)).toMatchObject({ first: last + 1 })
  }
  expect(() => findGap('invoice', 10, 'INV-000009', true)).toThrow('The backup has INV-000010')
})

test.skipIf(process.env.TEST_DATABASE_URL)(
  'a shop that starts on the data while the last numbers are asked for is not overwritten',
  async () => {
    await using earlier = await createTestShop()
    await using storage = await emptyStorage()
    const folder = `${storage.dataDir}-backup`
    await backUp(earlier.config, folder)
    for (const [replace, refusal] of [
      [false, 'is not empty'],
      [true, 'A shop is running'],
    ] as const) {
      let started: ReturnType<typeof openDatabase> | undefined
      const findGaps = async () => {
        started = openDatabase(storage)
        await migrate(started, migrations)
        return []
      }
      const marking = { findGaps, tables: restoreTables }
      await expect(restore(storage, folder, { replace, migrations, marking })).rejects.toThrow(refusal)
      expect(await started?.db.selectFrom('restores').selectAll().execute()).toEqual([])
      await started?.close()
    }
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'a process that connects while the last numbers are asked for stops the restore',
  async () => {
    await using earlier = await createTestShop()
    await using storage = await emptyStorage()
    const folder = `${storage.dataDir}-backup`
    await backUp(earlier.config, folder)
    const restoreWith = (findGaps: () => Promise<[]>) =>
      restore(storage, folder, { replace: true, migrations, marking: { findGaps, tables: restoreTables } })
    await restoreWith(async () => [])
    const shop = openDatabase(storage)
    const asked = restoreWith(async () => {
      await shop.db.selectFrom('restores').select('restored_at').execute()
      return []
    })
    await expect(asked).rejects.toThrow('A shop is running')
    expect(await shop.db.selectFrom('restores').selectAll().execute()).toHaveLength(1)
    await shop.close()
  },
)

test.each([
  'INV-000009',
  '9',
  '',
  'None of them',
  'CN-000014',
  '14.5',
  '-14',
  '1e3',
  '2026-000014',
  '9'.repeat(10),
])('after INV-000010 "%s" is refused', (said) => {
  expect(() => findGap('invoice', 10, said)).toThrow(/INV-0000(09|10|14)/)
})
