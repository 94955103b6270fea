import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, verifyEmail } from './support/customer.ts'
import { addFactor, appCode, giveCode, givePassword, type OwnedFactor, post } from './support/factor.ts'
import { createTestApp, readDocument, type TestApp } from './support/test-app.ts'

let app: TestApp
let boss: Person
let ada: Person
let factor: OwnedFactor

beforeAll(async () => {
  app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  boss = await app.registerAdmin()
  ada = await app.register()
  await verifyEmail(app.shop, ada)
  factor = await addFactor(app.call, ada)
})
afterAll(() => app[Symbol.asyncDispose]())

/** By what the account signs in. */
async function waysIn() {
  const { db } = app.shop
  return {
    users: await db
      .selectFrom('user')
      .select(['id', 'email', 'emailVerified', 'twoFactorEnabled'])
      .where('email', '=', ada.email)
      .execute(),
    factors: await db.selectFrom('twoFactor').selectAll().orderBy('id').execute(),
    passwords: await db
      .selectFrom('account')
      .innerJoin('user', 'user.id', 'account.userId')
      .select(['account.id', 'account.password'])
      .where('user.email', '=', ada.email)
      .execute(),
  }
}

/** All that somebody could be asked to send about the account of another. */
const ASKED = {
  ...{ rights: ['orders'], email: 'other@example.com', password: 'a new long password', code: '000000' },
  ...{ name: 'Ada', newPassword: 'a new long password', currentPassword: 'a new long password' },
}

// attack: talked-staff
test('no call of an admin takes the second factor or the password of another account, or gives it another address', async () => {
  const before = await waysIn()
  const { paths } = (await readDocument(app.app)) as { paths: Record<string, Record<string, unknown>> }
  const named = Object.entries(paths).flatMap(([path, calls]) =>
    path.includes('{email}')
      ? Object.keys(calls).map((method) => ({ method: method.toUpperCase(), path }))
      : [],
  )
  expect(named.length).toBeGreaterThan(8)
  for (const { method, path } of named) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: ASKED }
    await app.call(method, `/api${path.replace('{email}', ada.email)}`, { as: boss, ...body })
  }
  const { id: userId } = await app.shop.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', ada.email)
    .executeTakeFirstOrThrow()
  for (const path of ['two-factor/disable', 'two-factor/generate-backup-codes', 'two-factor/enable'])
    await post(app.call, path, { ...ASKED, userId, password: boss.password }, { token: boss.token })
  const after = await waysIn()
  // The admin may have a factor by now, which is the admin's own.
  const ofAda = (factors: typeof after.factors) => factors.filter((each) => each.userId === userId)
  expect({ ...after, factors: ofAda(after.factors) }).toEqual(before)
  const asked = await givePassword(app.call, ada)
  expect(asked.body).toEqual({ twoFactorRedirect: true })
  expect((await giveCode(app.call, asked, appCode(factor))).status).toBe(200)
})
