import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { changePublicVersion, watchPublicVersion } from './public-version.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('a commit of this process changes the version immediately, a rollback does not', async () => {
  const version = watchPublicVersion(shop.db)
  expect(version.known()).toBeUndefined()
  const before = await version.read()
  expect(version.known()).toBe(before)
  const refused = shop.db.transaction().execute(async (trx) => {
    await changePublicVersion(trx)
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  expect(version.known()).toBe(before)
  await shop.db.transaction().execute(changePublicVersion)
  expect(version.known()).toBeUndefined()
  expect(await version.read()).toBe(before + 1)
})

test('a read after a commit does not share a query that began before it', async () => {
  const version = watchPublicVersion(shop.db)
  const before = version.read()
  await shop.db.transaction().execute(changePublicVersion)
  const after = await version.read()
  expect(after).toBeGreaterThanOrEqual(await before)
  expect(version.known()).toBe(after)
  expect(await watchPublicVersion(shop.db).read()).toBe(after)
})
