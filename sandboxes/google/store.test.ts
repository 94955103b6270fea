import { expect, test } from 'vitest'
import { createTestShop } from '#tests/support/test-shop.ts'
import { signingKey } from './keys.ts'
import { createSandboxStore } from './store.ts'

test('of concurrent calls one consumes a code', async () => {
  await using shop = await createTestShop()
  const codes = createSandboxStore(shop)('AuthorizationCode')
  await codes.upsert('a', { accountId: '1' }, 60)
  const tries = await Promise.allSettled([codes.consume('a'), codes.consume('a'), codes.consume('a')])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await codes.find('a')).toMatchObject({ accountId: '1', consumed: expect.any(Number) })
})

test('an expired row is not found, a row that was written again is found', async () => {
  await using shop = await createTestShop()
  const codes = createSandboxStore(shop)('AuthorizationCode')
  await codes.upsert('a', { accountId: '1' }, 60)
  await codes.upsert('a', { accountId: '2' }, 120)
  shop.advance(61_000)
  expect(await codes.find('a')).toEqual({ accountId: '2' })
  shop.advance(60_000)
  expect(await codes.find('a')).toBeUndefined()
})

test('revoking a grant deletes its codes and tokens', async () => {
  await using shop = await createTestShop()
  const store = createSandboxStore(shop)
  await store('AuthorizationCode').upsert('a', { grantId: 'g' }, 60)
  await store('AccessToken').upsert('b', { grantId: 'g' }, 60)
  await store('AccessToken').upsert('c', { grantId: 'another' }, 60)
  await store('AccessToken').revokeByGrantId('g')
  expect(await store('AuthorizationCode').find('a')).toBeUndefined()
  expect(await store('AccessToken').find('b')).toBeUndefined()
  expect(await store('AccessToken').find('c')).toBeDefined()
})

test('processes that start together use one key', async () => {
  await using shop = await createTestShop()
  const keys = await Promise.all([signingKey(shop), signingKey(shop), signingKey(shop)])
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
})
