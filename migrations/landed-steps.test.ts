import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backUp, restore } from '#kit/backup/backup.ts'
import { kindOf, openDatabase } from '#kit/db/db.ts'
import { type Migration, migrate } from '#kit/db/migrate.ts'
import { catalog } from '../tests/support/landed-steps/0003-catalog-first.ts'
import { categories } from '../tests/support/landed-steps/0012-categories-first.ts'
import { categoryCounts } from '../tests/support/landed-steps/0015-category-counts-first.ts'
import { imports } from '../tests/support/landed-steps/0024-imports-first.ts'
import { overview } from '../tests/support/landed-steps/0025-overview-first.ts'
import { overview as secondOverview } from '../tests/support/landed-steps/0025-overview-second.ts'
import { hasPostgresClients } from '../tests/support/operator.ts'
import { readSchema } from '../tests/support/read-database.ts'
import { emptyStorage } from '../tests/support/running-shop.ts'
import { createTestShop, type TestShop } from '../tests/support/test-shop.ts'
import { landedForms } from './0035-landed-forms.ts'
import { migrations } from './list.ts'

const isTestable = !process.env.TEST_DATABASE_URL || hasPostgresClients()

/** The steps up to a number, some of them in a former form; as they were before there were checksums. */
const stepsUntil = (number: string, ...former: Migration[]): readonly Migration[] =>
  migrations
    .filter(({ name }) => name < `${number}-~`)
    .map(({ name, up }) => former.find((step) => step.name === name) ?? { name, up })

/** What was on the main branch at the ends of work, and all former forms at once. */
const LANDED: Readonly<Record<string, readonly Migration[]>> = {
  'the first list of steps': stepsUntil('0007', catalog),
  'orders of several lines': stepsUntil('0012', categories),
  'the outbox': stepsUntil('0013', categories),
  'counts of categories': stepsUntil('0015', categoryCounts),
  'invoices and changes of orders': stepsUntil('0019'),
  'the dashboard': stepsUntil('0028', imports, overview),
  'shipments taken back': stepsUntil('0028', imports, secondOverview),
  'the lock of the catalogue': stepsUntil('0028', secondOverview),
  'shipments taken back without deadlocks': stepsUntil('0028'),
  'all former forms': stepsUntil('0028', catalog, categories, categoryCounts, imports, overview),
}

test.each(Object.entries(LANDED))('a database of "%s" gets the schema of today', async (_, steps) => {
  await using fresh = await createTestShop()
  await using shop = await createTestShop({}, steps)
  await migrate(shop.database, migrations)
  expect(await readSchema(shop)).toEqual(await readSchema(fresh))
})

const readSold = async ({ db }: TestShop) =>
  (await sql`select product_id, quantity, revenue_cents, last_day from sold_products`.execute(db)).rows

test.runIf(isTestable)(
  'a backup of an earlier release is restored and brought up to date',
  { timeout: 90_000 },
  async () => {
    await using fresh = await createTestShop()
    await using shop = await createTestShop({}, LANDED['all former forms'])
    await sql`insert into secrets (name, value) values ('auth', 'of the former shop')`.execute(shop.db)
    await using restored = await emptyStorage()
    const folder = `${restored.dataDir}-backup`
    await backUp(shop.config, folder)
    await restore(restored, folder, { replace: false, knownMigrations: migrations.map(({ name }) => name) })
    const database = openDatabase(restored)
    try {
      await migrate(database, migrations)
      expect(await readSchema(database)).toEqual(await readSchema(fresh))
      const secrets = await sql`select value from secrets`.execute(database.db)
      expect(secrets.rows).toEqual([{ value: 'of the former shop' }])
    } finally {
      await database.close()
    }
  },
)

test('changes nothing of the schema of today', async () => {
  await using shop = await createTestShop()
  const before = await readSchema(shop)
  await shop.db.transaction().execute((trx) => landedForms.up(trx, kindOf(trx)))
  expect(await readSchema(shop)).toEqual(before)
})

test('keeps the holder of the lock, and counts anew what was counted as sold', async () => {
  await using shop = await createTestShop({}, stepsUntil('0028', imports, overview))
  const { db } = shop
  await sql`update catalog_hold set held_by = 'import'`.execute(db)
  await sql`insert into sold_products values ('gone', 100, 425, 20000)`.execute(db)
  await sql`insert into product_sales values ('gone', 20000, 100, 425)`.execute(db)
  await sql`insert into sales_days values (20000, 1, 425)`.execute(db)
  await migrate(shop.database, migrations)
  expect((await sql`select locked_by from catalog_lock`.execute(db)).rows).toEqual([{ locked_by: 'import' }])
  expect(await readSold(shop)).toEqual([])
})
