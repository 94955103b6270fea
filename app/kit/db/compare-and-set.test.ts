import { expect, test } from 'vitest'
import { addToOutbox } from '#kit/outbox/outbox.ts'
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts'
import { compareAndSet } from './compare-and-set.ts'

const entriesOf = ({ db }: TestShop) => db.selectFrom('outbox').selectAll().orderBy('id').execute()

test('a row that somebody else has changed since it was read stays as it is, and so do other rows', async () => {
  await using shop = await createTestShop()
  await addToOutbox(shop.db, 1000, 'test', [{ payload: {} }, { payload: {} }])
  const [read, other] = await entriesOf(shop)
  if (!read || !other) throw new Error('nothing was added')
  const { id, next_attempt_at, claimed_at } = read
  const claim = (at: number) =>
    compareAndSet(
      shop.db,
      'outbox',
      { id, next_attempt_at, claimed_at },
      { next_attempt_at: 2000, claimed_at: at },
    )
  const claimed = { ...read, next_attempt_at: 2000, claimed_at: 1 }
  expect(await claim(1)).toEqual(claimed)
  expect(await claim(2)).toBeUndefined()
  expect(await entriesOf(shop)).toEqual([claimed, other])
})

test('of several callers that read the same, one changes the row', async () => {
  await using shop = await createTestShop()
  const [id = ''] = await addToOutbox(shop.db, 1000, 'test', [{ payload: {} }])
  const claims = await Promise.all(
    [1, 2, 3, 4].map((attempts) => compareAndSet(shop.db, 'outbox', { id, attempts: 0 }, { attempts })),
  )
  const claimed = claims.filter((row) => row !== undefined)
  expect(claimed).toHaveLength(1)
  expect(await entriesOf(shop)).toEqual(claimed)
})
