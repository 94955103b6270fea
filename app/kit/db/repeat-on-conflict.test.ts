import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { afterCommit, forbidRepeat } from './after-commit.ts'
import type { Db } from './db.ts'
import { createGroupCommit } from './group-commit.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await createTestShop()
  await sql`create table things (name text not null primary key, written integer not null)`.execute(shop.db)
  await sql`insert into things values ('a', 0), ('b', 0)`.execute(shop.db)
})
afterEach(() => shop[Symbol.asyncDispose]())

const add = (db: Db, name: string) =>
  sql`update things set written = written + 1 where name = ${name}`.execute(db)

const written = async () =>
  (await sql<{ written: number }>`select written from things order by name`.execute(shop.db)).rows.map(
    (row) => row.written,
  )

const ofCode = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })

/** Resolves for both callers as soon as both wait. */
function meeting(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === 2) resolve()
    return promise
  }
}

const untilWaiting = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
        return rows.length
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBeGreaterThan(0)

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'two transactions that wait for each other are both written, each once',
  async () => {
    const meet = meeting()
    let tries = 0
    const done: string[] = []
    const inSequence = (first: string, second: string) =>
      shop.db.transaction().execute(async (trx) => {
        tries += 1
        afterCommit(trx, () => done.push(first))
        await add(trx, first)
        await meet()
        await add(trx, second)
      })
    await Promise.all([inSequence('a', 'b'), inSequence('b', 'a')])
    expect(tries).toBeGreaterThan(2)
    expect([await written(), done.toSorted()]).toEqual([
      [2, 2],
      ['a', 'b'],
    ])
  },
)

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a statement outside of a transaction is tried again too',
  async () => {
    let alone: Promise<unknown> | undefined
    await shop.db.transaction().execute(async (trx) => {
      await add(trx, 'b')
      // It waits first, so PostgreSQL ends it and not the transaction.
      alone ??= sql`update things set written = written + 10 where name in ('a', 'b')`.execute(shop.db)
      await untilWaiting()
      await add(trx, 'a')
    })
    await alone
    expect(await written()).toEqual([11, 11])
  },
)

test.skipIf(!process.env.TEST_DATABASE_URL)('a serialization failure is tried again', async () => {
  let tries = 0
  const meet = meeting()
  const increase = async () =>
    shop.db.transaction().execute(async (trx) => {
      tries += 1
      await sql`set transaction isolation level serializable`.execute(trx)
      await sql`select written from things where name = 'a'`.execute(trx)
      await meet()
      await add(trx, 'a')
    })
  await Promise.all([increase(), increase()])
  expect(tries).toBe(3)
  expect(await written()).toEqual([2, 0])
})

test.each(['40P01', '40001'])('after %s nothing of the failed try is left', async (code) => {
  let tries = 0
  const done: number[] = []
  const result = await shop.db.transaction().execute(async (trx) => {
    tries += 1
    const turn = tries
    afterCommit(trx, () => done.push(turn))
    await add(trx, 'a')
    if (turn < 3) throw new Error('outside', { cause: ofCode(code) })
    return turn
  })
  expect([result, done, await written()]).toEqual([3, [3], [1, 0]])
})

test('a conflict that does not end, and any other failure, reach the caller with nothing written', async () => {
  for (const [code, times] of [
    ['40P01', 10],
    ['23505', 1],
  ] as const) {
    let tries = 0
    const failing = shop.db.transaction().execute(async (trx) => {
      tries += 1
      afterCommit(trx, () => expect.unreachable())
      await add(trx, 'a')
      throw ofCode(code)
    })
    await expect(failing).rejects.toThrow(code)
    expect([tries, await written()]).toEqual([times, [0, 0]])
  }
})

test('a transaction that changes more than the database is not repeated', async () => {
  let tries = 0
  const failing = shop.db.transaction().execute(async (trx) => {
    tries += 1
    forbidRepeat(trx)
    await add(trx, 'a')
    throw ofCode('40P01')
  })
  await expect(failing).rejects.toThrow('40P01')
  expect([tries, await written()]).toEqual([1, [0, 0]])
})

test('a group is tried again as a whole, and each caller gets the result of the last try', async () => {
  const groups: (readonly string[])[] = []
  const write = createGroupCommit(shop.db, async (trx, names: readonly string[]) => {
    groups.push(names)
    for (const name of names) await add(trx, name)
    if (groups.length === 1) throw ofCode('40P01')
    return names.map((name) => `${name} in try ${groups.length}`)
  })
  expect(await Promise.all([write('a'), write('b')])).toEqual(['a in try 2', 'b in try 2'])
  expect(groups).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(await written()).toEqual([1, 1])
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'an item that is refused after a commit with a conflict does not fail the others of its group',
  async () => {
    // Only the first commit fails: a sequence is not rolled back.
    await sql`create sequence commits`.execute(shop.db)
    await sql`create function fail_first() returns trigger language plpgsql as $$ begin
      if nextval('commits') = 1 then raise exception using errcode = '40001'; end if;
      return null;
    end $$`.execute(shop.db)
    await sql`create constraint trigger fail_first after update on things deferrable initially deferred
      for each row execute function fail_first()`.execute(shop.db)
    let tries = 0
    const write = createGroupCommit(shop.db, async (trx, names: readonly string[]) => {
      tries += 1
      if (tries > 1 && names.includes('b')) throw new Error('refused')
      for (const name of names) await add(trx, name)
      return names
    })
    const [one, other] = await Promise.allSettled([write('a'), write('b')])
    expect([one?.status, other?.status, await written()]).toEqual(['fulfilled', 'rejected', [1, 0]])
  },
)
