import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '#kit/db/db.ts'
import { fileOfParts } from '#tests/support/sample-product.ts'
import type { Person } from '../support/customer.ts'
import { ADMIN, emptyStorage, type RunningShop, startShop } from '../support/running-shop.ts'

const COUNT = 300

/** A file of products with this price. */
const fileOf = (price: number): string =>
  fileOfParts(Array.from({ length: COUNT }, (_, n) => ({ sku: `K-${n}`, name: `Part ${n}`, price })))

test('a kill while an import is read, applied or undone leaves all or nothing', {
  timeout: 120_000,
}, async () => {
  await using storage = await emptyStorage()
  await using shop = await startShop({ storage })
  await using opened = new AsyncDisposableStack()
  const database = opened.adopt(openDatabase(storage), ({ close }) => close())
  const as = await shop.signIn(ADMIN)
  const stateOf = async (id: string) => (await shop.call('GET', `/api/import/${id}`, { as })).body.state
  const run = (id: string, action: 'apply' | 'undo') =>
    shop.call('POST', `/api/import/${id}/${action}`, { as })

  await killAfterBatch(shop, database, () => upload(shop, as, fileOf(0.4)))
  expect((await shop.call('GET', '/api/import', { as })).body).toEqual([])
  expect(await pricesIn(shop, as)).toEqual({ prices: [], count: 0 })

  const added = await upload(shop, as, fileOf(0.5))
  await killAfterBatch(shop, database, () => run(added, 'apply'))
  expect(await stateOf(added)).toBe('applied')
  expect(await pricesIn(shop, as)).toEqual({ prices: ['0.5'], count: COUNT })

  const changed = await upload(shop, as, fileOf(0.7))
  expect((await run(changed, 'apply')).status).toBe(200)
  expect(await pricesIn(shop, as)).toEqual({ prices: ['0.7'], count: COUNT })
  await killAfterBatch(shop, database, () => run(changed, 'undo'))
  expect(await stateOf(changed)).toBe('undone')
  expect(await pricesIn(shop, as)).toEqual({ prices: ['0.5'], count: COUNT })
  // Nobody is kept from changing products.
  expect((await shop.addProduct(as)).revision).toBe(1)
})

async function upload(shop: RunningShop, as: Person, body: string): Promise<string> {
  const headers = { 'Content-Type': 'text/csv' }
  return (await shop.call('POST', '/api/import', { body, as, headers })).body._id
}

/** Kills the shop when the first batch of a call is written and the second never will be, and starts it again. */
async function killAfterBatch(
  shop: RunningShop,
  database: Database,
  call: () => Promise<unknown>,
): Promise<void> {
  await runEach(database, STOP_SECOND_BATCH[database.kind])
  const cut = call().then(
    () => 'answered',
    () => 'cut',
  )
  const between = database.db
    .selectFrom('imports')
    .select('id')
    .where(({ between }) => between('position', 2, COUNT))
  while (!(await between.executeTakeFirst())) await pause(2)
  await shop.kill()
  expect(await cut).toBe('cut')
  await runEach(database, GO_ON[database.kind])
  await shop.restart()
}

/** The rows of the file are 2 to 301. Every write of an import says that its worker is alive. The one after the first batch waits until it is killed. */
const STOP_SECOND_BATCH = {
  sqlite: [
    'create view endless as with recursive each (n) as (select 1 union all select n + 1 from each) select n from each',
    `create trigger second_batch before update on imports when old.position between 2 and ${COUNT} begin
      select count(*) from endless; end`,
  ],
  postgres: [
    `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$`,
    `create trigger second_batch before update on imports for each row
      when (old.position between 2 and ${COUNT}) execute function wait()`,
  ],
}

const GO_ON = {
  sqlite: ['drop trigger second_batch', 'drop view endless'],
  postgres: [
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    'drop trigger second_batch on imports',
    'drop function wait',
  ],
}

async function runEach({ db }: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The different prices of all products. */
async function pricesIn(shop: RunningShop, as: Person) {
  const { body } = await shop.call('GET', '/api/product.csv', { as })
  const [, ...lines] = String(body).trim().split('\r\n')
  return { prices: [...new Set(lines.map((line) => line.split(',')[3]))], count: lines.length }
}
