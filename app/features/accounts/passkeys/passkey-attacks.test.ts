import { expect, test } from 'vitest'
import { MINUTE_MS, toIso } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest, outboxLink } from '#tests/support/accounts-shop.ts'
import {
  addPasskey,
  askToRegister,
  askToSign,
  createAuthenticator,
  sendRegistration,
  sendSignIn,
  signInByPasskey,
} from '#tests/support/authenticator.ts'
import type { Person } from '#tests/support/customer.ts'

const EVIL = { origin: 'https://evil.example', site: 'evil.example' }

const sessionsIn = ({ shop }: AccountsTest) =>
  shop.db.selectFrom('session').selectAll().orderBy('id').execute()
const passkeysIn = ({ shop }: AccountsTest) =>
  shop.db.selectFrom('passkey').selectAll().orderBy('id').execute()

const signInAgain = ({ call }: AccountsTest, { token }: Person, cookie: string, passkey: object) =>
  call('POST', '/api/sign-in-again', { token, cookie, body: { passkey } })

// attack: passkey-of-another-site
test('a passkey that was made or signs for another site is refused', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  for (const faults of [EVIL, { origin: EVIL.origin }, { site: EVIL.site }]) {
    const challenge = await askToRegister(shop, ada)
    const made = createAuthenticator().register(challenge.options, faults)
    const refused = await sendRegistration(shop, challenge, made)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
    expect(await passkeysIn(shop)).toEqual([])
  }
  const authenticator = await addPasskey(shop, ada)
  const before = [await sessionsIn(shop), await passkeysIn(shop)]
  for (const faults of [EVIL, { origin: EVIL.origin }, { site: EVIL.site }]) {
    const refused = await signInByPasskey(shop, authenticator, faults)
    expect([refused.status, refused.body.code, refused.cookie]).toEqual([400, 'bad_request', ''])
  }
  expect([await sessionsIn(shop), await passkeysIn(shop)]).toEqual(before)
})

// attack: unseen-attack
test('a refused passkey is an event of its account at a sign-in; of an unknown one nothing is recorded', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const authenticator = await addPasskey(shop, ada)
  const failures = async () =>
    shop.shop.db
      .selectFrom('security_events')
      .innerJoin('user', 'user.id', 'security_events.user_id')
      .select('user.email')
      .where('kind', '=', 'sign_in_failed')
      .execute()
  expect((await signInByPasskey(shop, createAuthenticator())).status).toBe(401)
  expect(await failures()).toEqual([])
  const challenge = await askToSign(shop)
  const forged = {
    ...createAuthenticator().sign(challenge.options),
    id: authenticator.id,
    rawId: authenticator.id,
  }
  expect((await sendSignIn(shop, challenge, forged)).status).toBe(401)
  expect((await signInByPasskey(shop, authenticator, EVIL)).status).toBe(400)
  expect(await failures()).toEqual([{ email: ada.email }, { email: ada.email }])
  expect((await signInByPasskey(shop, authenticator)).status).toBe(200)
  expect(await failures()).toHaveLength(2)
})

// attack: replayed-passkey
test('what a passkey has signed works once, for its own challenge, for five minutes', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const authenticator = await addPasskey(shop, ada)
  const challenge = await askToSign(shop)
  const signed = authenticator.sign(challenge.options)
  const twice = await Promise.all([sendSignIn(shop, challenge, signed), sendSignIn(shop, challenge, signed)])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
  const sessions = await sessionsIn(shop)
  expect((await sendSignIn(shop, challenge, signed)).status).toBe(400)
  expect((await sendSignIn(shop, await askToSign(shop), signed)).status).toBe(400)
  expect((await sendSignIn(shop, { cookie: '' }, signed)).status).toBe(400)
  const late = await askToSign(shop)
  const { db } = shop.shop
  const row = await db.selectFrom('verification').selectAll().orderBy('createdAt', 'desc').executeTakeFirst()
  expect(new Date(row?.expiresAt ?? 0).getTime() - Date.now()).toBeLessThanOrEqual(5 * MINUTE_MS)
  expect(row?.identifier).not.toContain(late.cookie.split('=')[1]?.split('.')[0])
  await db
    .updateTable('verification')
    .set({ expiresAt: toIso(Date.now() - 1) })
    .execute()
  expect((await sendSignIn(shop, late, authenticator.sign(late.options))).status).toBe(400)
  expect(await sessionsIn(shop)).toEqual(sessions)
})

// attack: passkey-without-its-user
test('a passkey whose authenticator has not verified its user is neither added nor signs in', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const challenge = await askToRegister(shop, ada)
  expect(challenge.options.authenticatorSelection).toMatchObject({ userVerification: 'required' })
  const faults = { isUserVerified: false }
  const made = createAuthenticator().register(challenge.options, faults)
  const refused = await sendRegistration(shop, challenge, made)
  expect([refused.status, refused.body.authCode]).toEqual([400, 'USER_NOT_VERIFIED'])
  expect(await passkeysIn(shop)).toEqual([])

  const authenticator = await addPasskey(shop, ada)
  const before = [await sessionsIn(shop), await passkeysIn(shop)]
  expect((await askToSign(shop)).options.userVerification).toBe('required')
  const signedIn = await signInByPasskey(shop, authenticator, faults)
  expect([signedIn.status, signedIn.body.authCode]).toEqual([400, 'USER_NOT_VERIFIED'])
  const again = await askToSign(shop, ada.cookie)
  const signed = authenticator.sign(again.options, faults)
  expect((await signInAgain(shop, ada, again.cookie, signed)).body.code).toBe('wrong_passkey')
  expect([await sessionsIn(shop), await passkeysIn(shop)]).toEqual(before)
})

// attack: copied-passkey
test('a passkey whose count goes back, or stays, is a copy: of two uses at once with the same count one is refused', async () => {
  await using shop = await createAccountsTest()
  const authenticator = await addPasskey(shop, await shop.register({ email: 'ada@example.com' }))
  const use = (counter: number) => signInByPasskey(shop, authenticator, { counter })
  expect((await use(5)).status).toBe(200)
  const sessions = await sessionsIn(shop)
  for (const counter of [5, 4, 0]) expect((await use(counter)).status).toBe(400)
  expect(await sessionsIn(shop)).toEqual(sessions)
  const copies = await Promise.all([use(6), use(6), use(6)])
  expect(copies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(await passkeysIn(shop)).toMatchObject([{ counter: 6 }])
})

// attack: passkey-for-another
test('a challenge is for the account that asked for it, and for what it was asked for', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const eve = await shop.register({ email: 'eve@example.com' })
  const ofEve = await askToRegister(shop, eve)
  const made = createAuthenticator().register(ofEve.options)
  // The browser of the victim has the cookie of the attacker's challenge.
  const cookie = ofEve.cookie.replace(eve.cookie, ada.cookie)
  expect((await sendRegistration(shop, { cookie }, made)).status).toBe(401)
  const forSignIn = await askToSign(shop, ada.cookie)
  const misused = await sendRegistration(shop, forSignIn, createAuthenticator().register(forSignIn.options))
  expect(misused.status).toBe(400)
  expect(await passkeysIn(shop)).toEqual([])
  const authenticator = await addPasskey(shop, ada)
  const forRegistration = await askToRegister(shop, ada)
  const signed = authenticator.sign(forRegistration.options)
  expect((await sendSignIn(shop, forRegistration, signed)).status).toBe(400)
  expect(await sessionsIn(shop)).toHaveLength(2)
})

test('a session is fresh again by a passkey of its account, and no other one', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const eve = await shop.register({ email: 'eve@example.com' })
  const [own, other] = [await addPasskey(shop, ada), await addPasskey(shop, eve)]
  shop.shop.advance(16 * MINUTE_MS)
  const ask = () => shop.call('GET', '/api/auth/passkey/generate-register-options', { cookie: ada.cookie })
  expect((await ask()).body.code).toBe('sign_in_again')
  const sessions = (await sessionsIn(shop)).map(({ id, provedAt }) => ({ id, provedAt }))
  const prove = async (authenticator = own) => {
    const challenge = await askToSign(shop, ada.cookie)
    return signInAgain(shop, ada, challenge.cookie, authenticator.sign(challenge.options))
  }
  const refused = await prove(other)
  expect([refused.status, refused.body.code]).toEqual([401, 'wrong_passkey'])
  expect((await ask()).body.code).toBe('sign_in_again')
  expect(await prove()).toMatchObject({ status: 200, body: { until: expect.any(String) }, cookie: '' })
  expect((await ask()).status).toBe(200)
  expect((await sessionsIn(shop)).map(({ id }) => id)).toEqual(sessions.map(({ id }) => id))
  const ways = await shop.call('GET', '/api/sign-in-again', { token: ada.token })
  expect(ways.body).toEqual({ ways: ['password', 'passkey'] })
  const both = { password: ada.password, passkey: own.sign({ challenge: 'a' }) }
  for (const body of [{}, both])
    expect((await shop.call('POST', '/api/sign-in-again', { token: ada.token, body })).status).toBe(422)
})

// attack: planted-account
test('the first reset of an account removes its passkeys; a later one leaves them', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  const reset = async () => {
    await shop.call('POST', '/api/auth/request-password-reset', { body: { email: ada.email } })
    const mail = await outboxLink(shop, ada.email)
    const token = new URL(mail).pathname.split('/').at(-1)
    const body = { newPassword: 'quiet-harbour-lamp-7', token }
    expect((await shop.call('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  }
  const planted = await addPasskey(shop, ada)
  await reset()
  expect(await passkeysIn(shop)).toEqual([])
  expect((await signInByPasskey(shop, planted)).status).toBe(401)
  const kept = await addPasskey(shop, await shop.signIn({ ...ada, password: 'quiet-harbour-lamp-7' }))
  await reset()
  expect((await signInByPasskey(shop, kept)).status).toBe(200)
})

test('a banned account does not sign in by its passkey', async () => {
  await using shop = await createAccountsTest()
  const authenticator = await addPasskey(shop, await shop.register({ email: 'ada@example.com' }))
  await shop.shop.db.updateTable('user').set({ banned: 1 }).execute()
  const before = await sessionsIn(shop)
  const refused = await signInByPasskey(shop, authenticator)
  expect([refused.status, refused.body.authCode]).toEqual([403, 'BANNED_USER'])
  expect(await sessionsIn(shop)).toEqual(before)
})

// attack: passkey-statement
test('a statement of a device is refused before it is read: its certificates name addresses to fetch', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: 'ada@example.com' })
  for (const format of ['apple', 'android-key', 'android-safetynet', 'tpm', 'fido-u2f']) {
    const challenge = await askToRegister(shop, ada)
    const made = createAuthenticator().register(challenge.options, { format })
    const refused = await sendRegistration(shop, challenge, made)
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  }
  expect(await passkeysIn(shop)).toEqual([])
})
