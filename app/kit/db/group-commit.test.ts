import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { type Db, openDatabase } from './db.ts'
import { createGroupCommit } from './group-commit.ts'

let shop: TestShop
/** The items of each transaction. */
let groups: (readonly string[])[]

beforeEach(async () => {
  shop = await createTestShop()
  groups = []
  await sql`create table things (name text not null primary key)`.execute(shop.db)
  // Checked at the commit on both databases, to make a commit fail.
  await sql`create table deferred_references (
    thing text references things (name) deferrable initially deferred)`.execute(shop.db)
})
afterEach(() => shop[Symbol.asyncDispose]())

/** Writes things by name; names that begin with `broken` make the commit fail. */
const writer = (meanwhile: () => Promise<void> = async () => undefined) =>
  createGroupCommit(shop.db, async (trx, items: readonly string[]) => {
    groups.push(items)
    for (const name of items) {
      await sql`insert into things values (${name})`.execute(trx)
      if (name.startsWith('broken'))
        await sql`insert into deferred_references values ('nothing')`.execute(trx)
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

test('concurrent writes share a transaction, and each caller gets its own result', async () => {
  const write = writer()
  const results = await Promise.all(['a', 'b', 'c'].map((name) => write(name)))
  expect(results).toEqual(['a is there', 'b is there', 'c is there'])
  expect(await write('d')).toBe('d is there')
  expect(groups).toEqual([['a', 'b', 'c'], ['d']])
  expect(await names()).toEqual(['a', 'b', 'c', 'd'])
})

test('writes from consecutive turns of the event loop share a transaction, up to the maximum group', async () => {
  const write = writer()
  const results: Promise<string>[] = []
  for (let turn = 0; turn < 70; turn += 1) {
    const next = setImmediate()
    results.push(write(String(turn)))
    await next
  }
  expect(await Promise.all(results)).toHaveLength(70)
  expect(groups[0]).toHaveLength(64)
})

test('a write that the database refuses leaves nothing, and the others of its group succeed', async () => {
  const write = writer()
  const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((name) => write(name)))
  expect(reasons(outcomes)).toEqual(['done', 'done', expect.stringMatching(/unique/i), 'done'])
  expect(await names()).toEqual(['a', 'b', 'c'])
  expect(groups).toEqual([['a', 'b', 'a', 'c'], ['a'], ['b'], ['a'], ['c']])
})

test('callers get their results after the commit, when other connections see the rows', async () => {
  const other = openDatabase(shop.config)
  const commit = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const write = writer(() => {
    reached.resolve()
    return commit.promise
  })
  let resolved = 0
  const results = Promise.all(
    ['a', 'b'].map(async (name) => {
      await write(name)
      resolved += 1
      return names(other.db)
    }),
  )
  try {
    await reached.promise
    expect(resolved).toBe(0)
    expect(await names(other.db)).toEqual([])
    commit.resolve()
    expect(await results).toEqual(Array(2).fill(['a', 'b']))
  } finally {
    await other.close()
  }
})

test('a failed commit rejects every caller and is not repeated; the next group is written', async () => {
  const write = writer()
  const outcomes = await Promise.allSettled(['a', 'broken', 'b'].map((name) => write(name)))
  expect(reasons(outcomes)).toEqual(Array(3).fill(expect.stringMatching(/foreign key/i)))
  expect(groups).toHaveLength(1)
  expect(await names()).toEqual([])
  expect(await write('c')).toBe('c is there')
  expect(await names()).toEqual(['c'])
})

test('an unavailable database gets no second try for each write', async () => {
  const write = writer(() => Promise.reject(Object.assign(new Error('unavailable'), { code: 'ECONNRESET' })))
  const outcomes = await Promise.allSettled(['a', 'b'].map((name) => write(name)))
  expect(reasons(outcomes)).toEqual(['unavailable', 'unavailable'])
  expect(groups).toHaveLength(1)
  expect(await names()).toEqual([])
})

test('more writes than one transaction holds are all written, once', async () => {
  const write = writer()
  const wanted = Array.from({ length: 150 }, (_, index) => `thing ${String(index).padStart(3, '0')}`)
  await Promise.all(wanted.map((name) => write(name)))
  expect(await names()).toEqual(wanted)
  expect(groups.map((group) => group.length)).toEqual([64, 64, 22])
})
