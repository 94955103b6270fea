import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { addFactor, appCode, giveCode, givePassword } from '#tests/support/factor.ts'
import { mailsIn } from '#tests/support/mailer.ts'

const ADA = 'ada@example.com'

async function withStaff() {
  const shop = await createAccountsTest()
  const boss = await shop.registerAdmin('boss@example.com')
  const clerk = await shop.register({ email: 'clerk@example.com' })
  const { db } = shop.shop
  await db.updateTable('user').set({ rights: 'people' }).where('email', '=', clerk.email).execute()
  const ada = await shop.register({ email: ADA })
  await verifyEmail(shop.shop, ada)
  return { shop, boss, clerk, ada, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

const end = ({ call }: AccountsTest, by: Person, email = ADA) =>
  call('DELETE', `/api/user/${email}/session`, { token: by.token })

const isAlive = async ({ call }: AccountsTest, { token }: Person): Promise<boolean> =>
  (await call('GET', '/api/session', { token })).status === 200

/** All that the call changes. */
async function rowsOf({ shop: { db } }: AccountsTest) {
  return {
    users: await db.selectFrom('user').select(['id', 'credentialGeneration']).orderBy('id').execute(),
    sessions: await db.selectFrom('session').select('id').orderBy('id').execute(),
    events: await db.selectFrom('security_events').select('kind').orderBy('id').execute(),
    audit: await db.selectFrom('audit_entries').select('kind').orderBy('id').execute(),
    mails: (await db.selectFrom('outbox').select('id').execute()).length,
  }
}

// attack: stolen-token
test('staff with people end every session of a user at once, with its tokens and cookies, and nobody else’s', async () => {
  await using setup = await withStaff()
  const { shop, clerk, ada } = setup
  const there = await shop.signIn(ada)
  const answer = await end(shop, clerk, 'ADA@example.com')
  expect([answer.status, answer.body]).toEqual([200, { deletedCount: 2 }])
  expect([await isAlive(shop, ada), await isAlive(shop, there), await isAlive(shop, clerk)]).toEqual([
    false,
    false,
    true,
  ])
  const login = { body: { email: ADA }, cookie: ada.cookie }
  expect((await shop.call('POST', '/api/login', login)).status).toBe(401)
  const mail = (await mailsIn(shop.shop)).at(-1)
  expect([mail?.to, mail?.subject]).toEqual([ADA, 'You were signed out everywhere'])
  expect(await outboxLink(shop, ADA)).toMatch(/\/login$/)
  const audited = await shop.shop.db.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow()
  expect([audited.kind, audited.actor_email, audited.subject]).toEqual([
    'user.sessions_ended',
    clerk.email,
    ADA,
  ])
  const again = await shop.signIn(ada)
  const [, ended] = (await shop.call('GET', '/api/security-event', { token: again.token })).body
  expect(ended).toEqual({ _id: expect.any(String), at: expect.any(String), kind: 'session_ended' })
  expect(await isAlive(shop, again)).toBe(true)
})

// attack: session-before-factor
test('a sign-in that waits for a code ends too', async () => {
  await using setup = await withStaff()
  const { shop, clerk, ada } = setup
  const factor = await addFactor(shop.call, ada)
  const asked = await givePassword(shop.call, ada)
  expect((await end(shop, clerk)).body).toEqual({ deletedCount: 1 })
  const late = await giveCode(shop.call, asked, appCode(factor))
  expect([late.status, late.body.code]).toEqual([401, 'not_signed_in'])
  expect((await giveCode(shop.call, await givePassword(shop.call, ada), appCode(factor))).status).toBe(200)
})

// attack: right-of-another
test('an admin’s sessions are ended by admins alone, an unknown account’s and a deleted one’s by nobody', async () => {
  await using setup = await withStaff()
  const { shop, boss, clerk, ada } = setup
  const before = await rowsOf(shop)
  const refusals: unknown[] = []
  for (const [by, email] of [
    [clerk, boss.email],
    [ada, clerk.email],
    [boss, 'nobody@example.com'],
  ] as const) {
    const { status, body } = await end(shop, by, email)
    refusals.push([status, body.code, body.right])
  }
  expect(refusals).toEqual([
    [403, 'right_required', 'admin'],
    [403, 'right_required', 'people'],
    [404, 'not_found', undefined],
  ])
  expect(await rowsOf(shop)).toEqual(before)
  const other = await shop.registerAdmin('second@example.com')
  expect((await end(shop, boss, other.email)).body).toEqual({ deletedCount: 1 })
  expect([await isAlive(shop, other), await isAlive(shop, boss)]).toEqual([false, true])
})

test('sessions that begin while all are ended are ended, or began after it', async () => {
  await using setup = await withStaff()
  const { shop, clerk, ada } = setup
  const [, ...begun] = await Promise.all([
    end(shop, clerk),
    givePassword(shop.call, ada),
    givePassword(shop.call, ada),
  ])
  const { db } = shop.shop
  const user = await db
    .selectFrom('user')
    .select(['id', 'credentialGeneration'])
    .where('email', '=', ADA)
    .executeTakeFirstOrThrow()
  const alive = await db.selectFrom('session').selectAll().where('userId', '=', user.id).execute()
  for (const { cookie } of begun) {
    const session = (await shop.call('GET', '/api/auth/get-session', { cookie })).body
    const row = alive.find(({ id }) => id === session?.session.id)
    expect(session === null || row?.credentialGeneration === user.credentialGeneration).toBe(true)
  }
  expect(await isAlive(shop, ada)).toBe(false)
})
