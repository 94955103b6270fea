import { afterEach, beforeEach, expect, test } from 'vitest'
import { afterCommit } from '#kit/db/after-commit.ts'
import { type Db, kindOf } from '#kit/db/db.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { nestedIn } from './nested.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop[Symbol.asyncDispose]())

const add = (db: Db, slug: string) =>
  db.insertInto('categories').values({ slug, name: slug, parent: null, shape: null }).execute()

const stored = async () =>
  (await shop.db.selectFrom('categories').select('slug').execute()).map(({ slug }) => slug)

test('transactions in a transaction are committed with it', async () => {
  const done: string[] = []
  await shop.db.transaction().execute(async (trx) => {
    const db = nestedIn(trx)
    await db.transaction().execute(async (inner) => {
      await add(inner, 'outer')
      afterCommit(inner, () => done.push('outer'))
      await db.transaction().execute((innermost) => add(innermost, 'innermost'))
    })
    expect(done).toEqual([])
    expect(kindOf(db)).toBe(shop.database.kind)
  })
  expect((await stored()).sort()).toEqual(['innermost', 'outer'])
  expect(done).toEqual(['outer'])
})

test('one that fails is rolled back alone, with its callbacks, also after an error of the database', async () => {
  const done: string[] = []
  await shop.db.transaction().execute(async (trx) => {
    const db = nestedIn(trx)
    await add(db, 'kept')
    const failing = db.transaction().execute(async (inner) => {
      await add(inner, 'lost')
      afterCommit(inner, () => done.push('lost'))
      await add(inner, 'kept')
    })
    await expect(failing).rejects.toThrow(/unique/i)
    await db.transaction().execute((inner) => add(inner, 'later'))
  })
  expect((await stored()).sort()).toEqual(['kept', 'later'])
  expect(done).toEqual([])
})

test('those that are begun at once run one after another: one that fails takes nothing of the others along', async () => {
  await shop.db.transaction().execute(async (trx) => {
    const db = nestedIn(trx)
    const addSome = (name: string, more: readonly string[]) =>
      db.transaction().execute(async (inner) => {
        await add(inner, name)
        await Promise.all(more.map((each) => db.transaction().execute((innermost) => add(innermost, each))))
        if (name === 'lost') throw new Error('the second')
      })
    const begun = [
      addSome('first', ['first child']),
      addSome('lost', ['lost child', 'other lost child', 'last lost child']),
      addSome('third', ['third child', 'other third child']),
    ]
    expect((await Promise.allSettled(begun)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
  expect((await stored()).sort()).toEqual([
    'first',
    'first child',
    'other third child',
    'third',
    'third child',
  ])
})

test('when the whole fails nothing of them is kept', async () => {
  const failing = shop.db.transaction().execute(async (trx) => {
    await nestedIn(trx)
      .transaction()
      .execute((inner) => add(inner, 'lost'))
    throw new Error('the whole')
  })
  await expect(failing).rejects.toThrow('the whole')
  expect(await stored()).toEqual([])
})
