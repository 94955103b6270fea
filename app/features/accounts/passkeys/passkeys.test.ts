import { expect, test } from 'vitest'
import { newId } from '#kit/id.ts'
import { DAY_MS, MINUTE_MS, toIso } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import {
  addPasskey,
  askToRegister,
  createAuthenticator,
  sendRegistration,
  signInByPasskey,
} from '#tests/support/authenticator.ts'
import { type Person, verifyEmail } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'

const passkeysOf = async ({ call }: AccountsTest, { token }: Person) =>
  (await call('GET', '/api/auth/passkey/list-user-passkeys', { token })).body

const kindsOf = async ({ call }: AccountsTest, { token }: Person): Promise<string[]> =>
  (await call('GET', '/api/security-event', { token })).body.map(({ kind }: { kind: string }) => kind)

const remove = ({ call }: AccountsTest, { token }: Person, id: string) =>
  call('POST', '/api/auth/passkey/delete-passkey', { token, body: { id } })

const subjectsIn = async ({ shop }: AccountsTest) => (await mailsIn(shop)).map(({ subject }) => subject)

/** Of the account only its passkeys sign in. */
const takePassword = ({ shop }: AccountsTest) => shop.db.deleteFrom('account').execute()

test('a passkey is added, signs in with the same proofs as a password, is renamed and removed', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  await verifyEmail(shop.shop, ada)
  const authenticator = await addPasskey(shop, ada, 'Laptop')
  const [passkey] = await passkeysOf(shop, ada)
  expect(passkey).toEqual({ id: expect.any(String), name: 'Laptop', createdAt: expect.any(String) })
  expect(await subjectsIn(shop)).toContain('A passkey was added to your account')

  const createdAt = toIso(shop.shop.now() - 16 * MINUTE_MS)
  await shop.shop.db.updateTable('session').set({ createdAt }).execute()
  const signedIn = await signInByPasskey(shop, authenticator)
  const { token, user, session } = signedIn.body
  expect([signedIn.status, user.email, Object.keys(session)]).toEqual([
    200,
    ada.email,
    ['id', 'userId', 'expiresAt'],
  ])
  expect(decodeURIComponent(signedIn.cookie)).toContain(token)
  const login = await shop.call('POST', '/api/login', { cookie: signedIn.cookie, body: { email: ada.email } })
  const there = { ...ada, cookie: signedIn.cookie, token: login.body.token }
  expect(await passkeysOf(shop, there)).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) }])

  const rename = (name: string, id = passkey.id) =>
    shop.call('POST', '/api/auth/passkey/update-passkey', { token: ada.token, body: { id, name } })
  expect((await rename('Phone')).status).toBe(200)
  expect([(await rename('')).status, (await rename('Phone', 'other')).status]).toEqual([422, 404])
  // The first session is old, the one by the passkey is fresh.
  expect((await remove(shop, ada, passkey.id)).body.code).toBe('sign_in_again')
  expect(await passkeysOf(shop, ada)).toMatchObject([{ name: 'Phone' }])
  expect((await remove(shop, there, passkey.id)).status).toBe(200)
  expect(await passkeysOf(shop, ada)).toEqual([])
  expect((await signInByPasskey(shop, authenticator)).status).toBe(401)
  expect(await kindsOf(shop, ada)).toEqual(['passkey_removed', 'signed_in', 'passkey_added', 'signed_in'])
  expect((await subjectsIn(shop)).at(-1)).toBe('A passkey was removed from your account')
})

// attack: old-session
test('adding a passkey wants a session, and a fresh sign-in in it', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const challenge = await askToRegister(shop, ada)
  const response = createAuthenticator().register(challenge.options)
  const alone = { cookie: challenge.cookie.split('; ').slice(1).join('; ') }
  expect((await sendRegistration(shop, alone, response)).status).toBe(401)
  shop.shop.advance(16 * MINUTE_MS)
  const late = await sendRegistration(shop, challenge, response)
  const asked = await shop.call('GET', '/api/auth/passkey/generate-register-options', { cookie: ada.cookie })
  expect([late.body.code, asked.body.code]).toEqual(['sign_in_again', 'sign_in_again'])
  expect(await passkeysOf(shop, ada)).toEqual([])
})

test('a passkey belongs to one account, and nobody else renames or removes it', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const eve = await shop.register({ email: 'eve@example.com' })
  const authenticator = await addPasskey(shop, ada)
  const [{ id }] = await passkeysOf(shop, ada)
  const challenge = await askToRegister(shop, eve)
  const taken = createAuthenticator(Buffer.from(authenticator.id, 'base64url'))
  const again = await sendRegistration(shop, challenge, taken.register(challenge.options))
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  expect((await remove(shop, eve, id)).status).toBe(404)
  const body = { id, name: 'Mine' }
  expect(
    (await shop.call('POST', '/api/auth/passkey/update-passkey', { token: eve.token, body })).status,
  ).toBe(404)
  expect([await passkeysOf(shop, eve), await passkeysOf(shop, ada)]).toEqual([
    [],
    [expect.objectContaining({ name: 'Passkey' })],
  ])
})

/** More passkeys like the only one that there is. */
async function addAlike({ shop }: AccountsTest, count: number): Promise<void> {
  const one = await shop.db.selectFrom('passkey').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: count }, (_, n) => ({ ...one, id: `p${n}`, credentialID: `c${n}` }))
  await shop.db.insertInto('passkey').values(more).execute()
}

test('an account has 20 passkeys at most, also of two that are added at once', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  await addPasskey(shop, ada)
  await addAlike(shop, 18)
  const adds = await Promise.all(
    [createAuthenticator(), createAuthenticator()].map(async (authenticator) => {
      const challenge = await askToRegister(shop, ada)
      return sendRegistration(shop, challenge, authenticator.register(challenge.options))
    }),
  )
  expect(adds.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await passkeysOf(shop, ada)).toHaveLength(20)
})

// attack: last-way-in
test('the last way in stays: also of all passkeys that are removed at once', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  await addPasskey(shop, ada)
  await takePassword(shop)
  for (let round = 0; round < 4; round += 1) {
    await addAlike(shop, 7)
    const passkeys: { id: string }[] = await passkeysOf(shop, ada)
    const answers = await Promise.all(passkeys.map(({ id }) => remove(shop, ada, id)))
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(refused).toEqual(['last_way_in'])
    expect(await passkeysOf(shop, ada)).toHaveLength(1)
    await shop.shop.db.updateTable('passkey').set({ id: 'left', credentialID: 'left' }).execute()
  }
  expect((await kindsOf(shop, ada)).filter((kind) => kind === 'passkey_removed')).toHaveLength(28)
})

test('Google is a way in only where the shop offers it', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  await addPasskey(shop, ada)
  await shop.shop.db.updateTable('account').set({ providerId: 'google', password: null }).execute()
  const [{ id }] = await passkeysOf(shop, ada)
  expect((await remove(shop, ada, id)).status).toBe(200)
})

// attack: stolen-address
test('a change of the e-mail that is taken back ends the passkeys and the second factor that came with it', async () => {
  await using shop = await createAccountsTest()
  const { db } = shop.shop
  const ada = await shop.register({ email: 'ada@example.com' })
  await verifyEmail(shop.shop, ada)
  const own = await addPasskey(shop, ada, 'Own')
  await db
    .updateTable('passkey')
    .set({ createdAt: toIso(shop.shop.now() - 2 * DAY_MS) })
    .execute()
  // Before the address is asked for, which its link gives a day.
  const planted = [await addPasskey(shop, ada, 'Planted')]
  const { token } = ada
  const tokenMailedTo = async (email: string) =>
    new URL(await outboxLink(shop, email)).searchParams.get('token')
  const email = 'eve@example.com'
  await shop.call('POST', `/api/user/${ada.email}/new-email`, { token, body: { email } })
  const confirmation = { token: await tokenMailedTo(email) }
  expect((await shop.call('POST', '/api/new-email/confirm', { token, body: confirmation })).status).toBe(200)
  const undo = { token: await tokenMailedTo(ada.email) }
  planted.push(await addPasskey(shop, ada, 'Planted later'))
  const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const factor = { secret: 'x', backupCodes: 'x', verified: 1 }
  await db
    .insertInto('twoFactor')
    .values({ id: newId(shop.shop.now()), userId, ...factor })
    .execute()
  await db.updateTable('user').set({ twoFactorEnabled: 1 }).execute()

  expect((await shop.call('POST', '/api/new-email/undo', { body: undo })).status).toBe(200)
  for (const each of planted) expect((await signInByPasskey(shop, each)).status).toBe(401)
  expect((await signInByPasskey(shop, own)).status).toBe(200)
  expect(await db.selectFrom('twoFactor').select('id').execute()).toEqual([])
  expect((await shop.signIn(ada)).token).not.toBe('')
})
