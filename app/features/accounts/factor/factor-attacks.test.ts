import { expect, test } from 'vitest'
import { createCalls, verifyEmail } from '#tests/support/customer.ts'
import {
  addFactor,
  appCode,
  beginFactor,
  giveBackupCode,
  giveCode,
  givePassword,
  post,
} from '#tests/support/factor.ts'
import {
  createGoogleTest,
  type GoogleTest,
  signedInUser,
  signInWithGoogle,
} from '#tests/support/google-shop.ts'

const ADA = 'ada@example.com'

const callOf = ({ origin }: GoogleTest) => createCalls(origin, fetch).call

const sessionsIn = async ({ shop }: GoogleTest): Promise<number> =>
  (await shop.db.selectFrom('session').select('id').execute()).length

// attack: past-the-code
test('Google leads to the page of the code without a session, also when it is only now linked to the account', async () => {
  await using google = await createGoogleTest()
  const ada = await google.register({ email: ADA })
  await verifyEmail(google.shop, { email: ADA })
  const factor = await addFactor(callOf(google), ada)
  for (const later of [0, 1]) {
    const before = await sessionsIn(google)
    const browser = google.browser()
    const end = await signInWithGoogle(browser, { email: ADA }, '/signed-in?returnTo=%2Fblog%3Fa%3D1')
    expect(end.pathname).toBe('/sign-in-code')
    expect([...browser.cookies.keys()].filter((name) => name.includes('session_token'))).toEqual([])
    expect(await signedInUser(browser)).toBeNull()
    expect((await browser.post('/api/login', { email: ADA })).status).toBe(401)
    expect(await sessionsIn(google)).toBe(before)
    const done = await browser.post('/api/auth/two-factor/verify-totp', { code: appCode(factor, later) })
    expect([done.status, done.body.user.email]).toEqual([200, ADA])
    expect(await signedInUser(browser)).toMatchObject({ email: ADA })
    expect((await browser.post('/api/login', { email: ADA })).status).toBe(200)
  }
})

test('an account of Google alone sets up a factor without a password, and is asked for its code', async () => {
  await using google = await createGoogleTest()
  const browser = google.browser()
  await signInWithGoogle(browser, { email: ADA })
  const { body: begun } = await browser.post('/api/auth/two-factor/enable', {})
  const secret = new URL(begun.totpURI).searchParams.get('secret') ?? ''
  expect(secret).not.toBe('')
  expect(begun.backupCodes).toHaveLength(10)
})

// attack: replayed-code
test('of sign-ins at once on two processes with one code, of the app or a backup code, one begins a session', async () => {
  await using google = await createGoogleTest()
  const call = callOf(google)
  const ada = await google.register({ email: ADA })
  const factor = await addFactor(call, ada)
  const [backup = ''] = factor.backupCodes
  for (const give of [
    (asked: { cookie: string }) => giveCode(call, asked, appCode(factor)),
    (asked: { cookie: string }) => giveBackupCode(call, asked, backup),
  ]) {
    const before = await sessionsIn(google)
    const asked = await Promise.all(Array.from({ length: 4 }, () => givePassword(call, ada)))
    // One of them twice: its browser sends the code again while the first is on its way.
    const [first = { cookie: '' }] = asked
    const answers = await Promise.all([first, ...asked].map(give))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 401, 401, 401, 401])
    expect(await sessionsIn(google)).toBe(before + 1)
    await google.shop.db.deleteFrom('rate_limits').execute()
  }
})

// attack: replayed-code
test('of calls at once on two processes that make a sign-in fresh with one code, one does', async () => {
  await using google = await createGoogleTest()
  const call = callOf(google)
  const ada = await google.register({ email: ADA })
  const factor = await addFactor(call, ada)
  const [backup = ''] = factor.backupCodes
  for (const code of [appCode(factor), backup]) {
    const again = () => call('POST', '/api/sign-in-again', { as: ada, body: { code } })
    const statuses = (await Promise.all([again(), again(), again(), again()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401, 401, 401])
  }
})

// attack: replayed-code
test('of two different codes at once on two processes none is good twice, and a refused one is good then', async () => {
  await using google = await createGoogleTest()
  const call = callOf(google)
  const ada = await google.register({ email: ADA })
  const factor = await addFactor(call, ada)
  const [one = '', two = ''] = factor.backupCodes
  const give = async (code: string) =>
    (await giveBackupCode(call, await givePassword(call, ada), code)).status
  const asked = [await givePassword(call, ada), await givePassword(call, ada)] as const
  const atOnce = await Promise.all([giveBackupCode(call, asked[0], one), giveBackupCode(call, asked[1], two)])
  expect(atOnce.map(({ status }) => status)).toContain(200)
  for (const [index, code] of [one, two].entries())
    if (atOnce[index]?.status !== 200) expect(await give(code)).toBe(200)
  expect((await call('GET', '/api/second-factor', { as: ada })).body.backupCodes).toBe(8)
  expect([await give(one), await give(two)]).toEqual([401, 401])

  const waiting = [await givePassword(call, ada), await givePassword(call, ada)] as const
  const [now, next] = [appCode(factor), appCode(factor, 1)]
  const ofApp = await Promise.all([giveCode(call, waiting[0], now), giveCode(call, waiting[1], next)])
  expect(ofApp[1].status).toBe(200)
  expect([200, 401]).toContain(ofApp[0].status)
  await google.shop.db.deleteFrom('rate_limits').execute()
  for (const code of [now, next])
    expect((await giveCode(call, await givePassword(call, ada), code)).status).toBe(401)
})

// attack: session-before-factor
test('a sign-in at once with the code that adds a factor leaves no session without a code', async () => {
  await using google = await createGoogleTest()
  const call = callOf(google)
  const ada = await google.register({ email: ADA })
  const factor = await beginFactor(call, ada)
  const { token } = ada
  const add = () => post(call, 'two-factor/verify-totp', { code: appCode(factor) }, { token })
  const answers = await Promise.all([givePassword(call, ada), add(), givePassword(call, ada), add()])
  const added = [answers[1], answers[3]].map(({ status }) => status).sort()
  expect(added[0]).toBe(200)
  for (const { cookie } of [answers[0], answers[2]])
    expect((await call('GET', '/api/auth/get-session', { cookie })).body).toBeNull()
  expect((await call('GET', `/api/user/${ADA}`, { as: ada })).status).toBe(200)
})

// attack: session-before-factor
test('setting a factor up again at once with the code that proves it leaves a factor that works', async () => {
  await using google = await createGoogleTest()
  const call = callOf(google)
  const ada = await google.register({ email: ADA })
  const first = await beginFactor(call, ada)
  const { token, password } = ada
  const [begun, proved] = await Promise.all([
    post(call, 'two-factor/enable', { password }, { token }),
    post(call, 'two-factor/verify-totp', { code: appCode(first) }, { token }),
  ])
  const own = await call('GET', '/api/second-factor', { as: ada })
  expect(own.body.factor).toBe(proved.status === 200)
  if (proved.status === 200) {
    const done = await giveCode(call, await givePassword(call, ada), appCode(first, 1))
    expect(done.status).toBe(200)
  } else expect(begun.status).toBe(200)
})

// attack: guessed-code
test('of many codes at once on two processes five are looked at', async () => {
  await using google = await createGoogleTest()
  const call = callOf(google)
  const ada = await google.register({ email: ADA })
  const factor = await addFactor(call, ada)
  const asked = await givePassword(call, ada)
  const guesses = Array.from({ length: 9 }, (_, n) => giveCode(call, asked, `guess ${n}`))
  const codes = (await Promise.all(guesses)).map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(5)
  expect((await giveCode(call, asked, appCode(factor))).body.code).toBe('not_signed_in')
  expect(await sessionsIn(google)).toBe(1)
})
