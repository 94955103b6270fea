import { getMigrations } from 'better-auth/db/migration'
import { expect, test } from 'vitest'
import { createAccountsTest } from './test-accounts.ts'

test('our migrations make exactly the tables that the sign-in library asks for', async () => {
  await using shop = await createAccountsTest()
  const { toBeCreated, toBeAdded } = await getMigrations(shop.auth.options)
  expect(toBeCreated).toEqual([])
  expect(toBeAdded).toEqual([])
})

test('a failure of the database is a failure of ours, with nothing of its inside in the answer', async () => {
  await using shop = await createAccountsTest()
  await shop.shop.db.schema.alterTable('session').renameTo('elsewhere').execute()
  const body = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  const answer = await shop.call('POST', '/api/auth/sign-up/email', { body })
  expect(answer.status).toBe(500)
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'))
  expect(JSON.stringify(answer.body)).not.toMatch(/session|relation|table|sql/i)
  expect(await shop.shop.db.selectFrom('user').select('id').execute()).toEqual([])
  expect(await shop.shop.db.selectFrom('mails').select('id').execute()).toEqual([])
})
