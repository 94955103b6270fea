import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '#kit/db/db.ts'
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

test('a caller after a commit does not wait for a slow read that began before it', async () => {
  const slow = Promise.withResolvers<{ version: number }>()
  const reads = [slow.promise, Promise.resolve({ version: 8 })]
  const executeTakeFirstOrThrow = () => reads.shift()
  const db = { selectFrom: () => ({ select: () => ({ executeTakeFirstOrThrow }) }) } as unknown as Db
  const version = watchPublicVersion(db)
  const before = version.read()
  await shop.db.transaction().execute(changePublicVersion)
  expect(await version.read()).toBe(8)
  slow.resolve({ version: 7 })
  expect([await before, version.known()]).toEqual([7, 8])
})

test('a change by another process is seen within a quarter of a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const version = watchPublicVersion(shop.db)
    const before = await version.read()
    await sql`update public_version set version = version + 1 where shard = 0`.execute(shop.db)
    vi.advanceTimersByTime(249)
    expect([version.known(), await version.read()]).toEqual([before, before])
    vi.advanceTimersByTime(1)
    expect(version.known()).toBeUndefined()
    expect(await version.read()).toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
})
