import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { afterCommit } from './after-commit.ts'
import { type Db, openDatabase } from './db.ts'
import { createGroupCommit } from './group-commit.ts'

let shop: TestShop
let commits: number

beforeEach(async () => {
  shop = await createTestShop()
  commits = 0
  await sql`create table things (name text not null primary key)`.execute(shop.db)
  // Checked at the commit, on both databases: the only way to make one fail.
  await sql`create table promises (
    thing text references things (name) deferrable initially deferred)`.execute(shop.db)
})
afterEach(() => shop[Symbol.asyncDispose]())

const group = (beforeCommit: (trx: Db) => Promise<void> = async () => undefined) =>
  createGroupCommit(shop.db, async (trx) => {
    commits += 1
    await beforeCommit(trx)
  })

const add =
  (name: string) =>
  async (trx: Db): Promise<string> => {
    await sql`insert into things values (${name})`.execute(trx)
    return name
  }

const names = async (db: Db = shop.db): Promise<string[]> =>
  (await sql<{ name: string }>`select name from things order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

const reasons = (outcomes: PromiseSettledResult<unknown>[]): string[] =>
  outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason.message) : 'done'))

test('what waits at the same moment is committed together, and each caller gets its own result', async () => {
  const commit = group()
  expect(await Promise.all(['a', 'b', 'c'].map((name) => commit('lane', add(name))))).toEqual(['a', 'b', 'c'])
  expect(commits).toBe(1)
  expect(await commit('lane', add('d'))).toBe('d')
  expect(commits).toBe(2)
  expect(await names()).toEqual(['a', 'b', 'c', 'd'])
})

test('work that throws, or that the database refuses, leaves nothing and takes no other with it', async () => {
  const commit = group()
  const outcomes = await Promise.allSettled([
    commit('lane', add('a')),
    commit('lane', async (trx) => {
      await add('b')(trx)
      throw new Error('changed its mind')
    }),
    commit('lane', async (trx) => {
      await add('c')(trx)
      await add('a')(trx)
    }),
    commit('lane', add('d')),
  ])
  expect(reasons(outcomes)).toEqual(['done', 'changed its mind', expect.stringMatching(/unique/i), 'done'])
  expect(await names()).toEqual(['a', 'd'])
  expect(commits).toBe(1)
})

test('nothing is said to be last when nothing was done', async () => {
  const refused = group()('lane', async () => Promise.reject(new Error('no')))
  await expect(refused).rejects.toThrow('no')
  expect(commits).toBe(0)
})

test('nobody hears before the commit, and then everybody else sees it', async () => {
  const elsewhere = openDatabase(shop.config)
  const open = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const commit = group(async () => {
    reached.resolve()
    await open.promise
  })
  let heard = 0
  const told = Promise.all(
    ['a', 'b'].map(async (name) => {
      await commit('lane', add(name))
      heard += 1
      return names(elsewhere.db)
    }),
  )
  try {
    await reached.promise
    expect(heard).toBe(0)
    expect(await names(elsewhere.db)).toEqual([])
    open.resolve()
    expect(await told).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  } finally {
    await elsewhere.close()
  }
})

test('a commit that fails refuses every caller, and the next one goes on', async () => {
  const commit = group()
  const outcomes = await Promise.allSettled([
    commit('lane', add('a')),
    commit('lane', (trx) => sql`insert into promises values ('nothing')`.execute(trx)),
    commit('lane', async () => Promise.reject(new Error('no'))),
  ])
  expect(reasons(outcomes)).toEqual(Array(3).fill(expect.stringMatching(/foreign key/i)))
  expect(await names()).toEqual([])
  expect(await commit('lane', add('b'))).toBe('b')
  expect(await names()).toEqual(['b'])
})

test('more than fit into one transaction are all done, once', async () => {
  const commit = group()
  const wanted = Array.from({ length: 150 }, (_, index) => `thing ${String(index).padStart(3, '0')}`)
  expect(await Promise.all(wanted.map((name) => commit('lane', add(name))))).toEqual(wanted)
  expect(await names()).toEqual(wanted)
  expect(commits).toBe(3)
})

test('each lane has transactions of its own', async () => {
  const commit = group()
  await Promise.all(['a', 'b'].map((name) => commit(name, add(name))))
  expect(commits).toBe(2)
  expect(await names()).toEqual(['a', 'b'])
})

test('what waits for the commit is done in the context of its own caller, and not for work that was undone', async () => {
  const commit = group()
  const caller = new AsyncLocalStorage<string>()
  const told: string[] = []
  const work = (name: string, end: () => void = () => undefined) =>
    caller.run(name, () =>
      commit('lane', async (trx) => {
        await add(name)(trx)
        afterCommit(trx, () => told.push(`${name} by ${caller.getStore()}`))
        end()
      }),
    )
  const fail = () => {
    throw new Error('undo')
  }
  await Promise.allSettled([work('a'), work('b', fail), work('c')])
  expect(commits).toBe(1)
  expect(told).toEqual(['a by a', 'c by c'])
})
