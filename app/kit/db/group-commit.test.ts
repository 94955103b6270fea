import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { type Db, openDatabase } from './db.ts'
import { createGroupCommit } from './group-commit.ts'

let shop: TestShop
/** What was given to be written together, each time. */
let groups: (readonly string[])[]

beforeEach(async () => {
  shop = await createTestShop()
  groups = []
  await sql`create table things (name text not null primary key)`.execute(shop.db)
  // Checked at the commit, on both databases: the only way to make one fail.
  await sql`create table promises (
    thing text references things (name) deferrable initially deferred)`.execute(shop.db)
})
afterEach(() => shop[Symbol.asyncDispose]())

/** Writes things by name, and promises nobody keeps for names that ask for it. */
const writer = (meanwhile: () => Promise<void> = async () => undefined) =>
  createGroupCommit(shop.db, async (trx, items: readonly string[]) => {
    groups.push(items)
    for (const name of items) {
      await sql`insert into things values (${name})`.execute(trx)
      if (name.startsWith('broken')) await sql`insert into promises values ('nothing')`.execute(trx)
    }
    await meanwhile()
    return items.map((name) => `${name} is there`)
  })

const names = async (db: Db = shop.db): Promise<string[]> =>
  (await sql<{ name: string }>`select name from things order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

const reasons = (outcomes: PromiseSettledResult<unknown>[]): string[] =>
  outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason.message) : 'done'))

test('what waits at the same moment is written together, and each caller gets its own result', async () => {
  const write = writer()
  const told = await Promise.all(['a', 'b', 'c'].map((name) => write(name)))
  expect(told).toEqual(['a is there', 'b is there', 'c is there'])
  expect(await write('d')).toBe('d is there')
  expect(groups).toEqual([['a', 'b', 'c'], ['d']])
  expect(await names()).toEqual(['a', 'b', 'c', 'd'])
})

test('what comes turn after turn of the event loop is written together, up to the size of a group', async () => {
  const write = writer()
  const told: Promise<string>[] = []
  for (let turn = 0; turn < 70; turn += 1) {
    const next = setImmediate()
    told.push(write(String(turn)))
    await next
  }
  expect(await Promise.all(told)).toHaveLength(70)
  expect(groups[0]).toHaveLength(64)
})

test('what the database refuses leaves nothing and takes no other with it', async () => {
  const write = writer()
  const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((name) => write(name)))
  expect(reasons(outcomes)).toEqual(['done', 'done', expect.stringMatching(/unique/i), 'done'])
  expect(await names()).toEqual(['a', 'b', 'c'])
  expect(groups).toEqual([['a', 'b', 'a', 'c'], ['a'], ['b'], ['a'], ['c']])
})

test('nobody hears before the commit, and then everybody else sees it', async () => {
  const elsewhere = openDatabase(shop.config)
  const open = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const write = writer(() => {
    reached.resolve()
    return open.promise
  })
  let heard = 0
  const told = Promise.all(
    ['a', 'b'].map(async (name) => {
      await write(name)
      heard += 1
      return names(elsewhere.db)
    }),
  )
  try {
    await reached.promise
    expect(heard).toBe(0)
    expect(await names(elsewhere.db)).toEqual([])
    open.resolve()
    expect(await told).toEqual(Array(2).fill(['a', 'b']))
  } finally {
    await elsewhere.close()
  }
})

test('a commit that fails refuses every caller and writes nothing again; the next group goes on', async () => {
  const write = writer()
  const outcomes = await Promise.allSettled(['a', 'broken', 'b'].map((name) => write(name)))
  expect(reasons(outcomes)).toEqual(Array(3).fill(expect.stringMatching(/foreign key/i)))
  expect(groups).toHaveLength(1)
  expect(await names()).toEqual([])
  expect(await write('c')).toBe('c is there')
  expect(await names()).toEqual(['c'])
})

test('a database that is away is not asked again for each', async () => {
  const write = writer(() => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNRESET' })))
  const outcomes = await Promise.allSettled(['a', 'b'].map((name) => write(name)))
  expect(reasons(outcomes)).toEqual(['away', 'away'])
  expect(groups).toHaveLength(1)
  expect(await names()).toEqual([])
})

test('more than fit into one transaction are all written, once', async () => {
  const write = writer()
  const wanted = Array.from({ length: 150 }, (_, index) => `thing ${String(index).padStart(3, '0')}`)
  await Promise.all(wanted.map((name) => write(name)))
  expect(await names()).toEqual(wanted)
  expect(groups.map((group) => group.length)).toEqual([64, 64, 22])
})
