import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { DAY_MS } from '#kit/time.ts'
import { outboxLink } from '#tests/support/accounts-shop.ts'
import { createCalls, ORIGIN, type Person, type ShopCalls } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createKnownBrowsers } from '../attempts/known-browser.ts'

const EMAIL = 'ada@example.com'

let former: TestApp
let ada: Person
/** The same shop after its secret was replaced, with and without what the former one signed. */
let rotated: ShopCalls
let replaced: ShopCalls

const withSecret = (secret: string, formerSecrets: readonly string[]) => ({
  ...former.shop,
  secret,
  config: { ...former.shop.config, formerSecrets },
})

beforeAll(async () => {
  former = await createTestApp()
  const calls = (secrets: readonly string[]): ShopCalls => {
    const app = createApp(
      withSecret('another secret that is long enough to sign', secrets),
      former.shop.database,
    )
    return createCalls(ORIGIN, async (request) => app.fetch(request))
  }
  rotated = calls(['one that signed nothing of what is asked here', former.shop.secret])
  replaced = calls([])
  ada = await former.register({ email: EMAIL })
})
afterAll(() => former[Symbol.asyncDispose]())

const userOf = async ({ call }: ShopCalls, cookie: string) =>
  (await call('GET', '/api/auth/get-session', { cookie })).body?.user?.email

const profile = async ({ call }: ShopCalls, token: string) =>
  (await call('GET', `/api/user/${EMAIL}`, { token })).status

test('a new secret signs nobody out while the former one is named', async () => {
  expect(await userOf(rotated, ada.cookie)).toBe(EMAIL)
  expect(await userOf(rotated, `theme=dark; ${ada.cookie}`)).toBe(EMAIL)
  expect(await profile(rotated, ada.token)).toBe(200)
  const login = await rotated.call('POST', '/api/login', { body: { email: EMAIL }, cookie: ada.cookie })
  expect(await profile(replaced, login.body.token)).toBe(200)
  const link = new URL(await outboxLink({ shop: former.shop } as never, EMAIL))
  const body = { token: link.searchParams.get('token') }
  const verified = await rotated.call('POST', '/api/auth/verify-email', { body, cookie: ada.cookie })
  expect([verified.status, verified.body]).toEqual([200, { status: true }])
})

// attack: forged-token
test('without it nothing that it signed is accepted', async () => {
  expect(await userOf(replaced, ada.cookie)).toBeUndefined()
  expect(await profile(replaced, ada.token)).toBe(401)
  const again = await former.register({ email: 'eve@example.com' })
  const link = new URL(await outboxLink({ shop: former.shop } as never, 'eve@example.com'))
  const body = { token: link.searchParams.get('token') }
  expect((await replaced.call('POST', '/api/auth/verify-email', { body })).status).toBe(400)
  expect(await userOf(replaced, again.cookie)).toBeUndefined()
})

test('a session that is used goes over to the new secret within a day', async () => {
  // Its cookie was sent more than a day ago.
  const expiresAt = new Date(Date.now() + 5 * DAY_MS).toISOString()
  await former.shop.db.updateTable('session').set({ expiresAt }).execute()
  const { cookie } = await rotated.call('GET', '/api/auth/get-session', { cookie: ada.cookie })
  expect(await userOf(replaced, cookie)).toBe(EMAIL)
  await former.shop.db.updateTable('session').set({ expiresAt }).execute()
  const login = await rotated.call('POST', '/api/login', { body: { email: EMAIL }, cookie: ada.cookie })
  expect(await userOf(replaced, login.cookie)).toBe(EMAIL)
})

test('a cookie of the former secret ends its session when its holder signs out', async () => {
  const holder = await former.register({ email: 'bob@example.com' })
  await rotated.call('POST', '/api/auth/sign-out', { cookie: holder.cookie })
  expect(await userOf(former, holder.cookie)).toBeUndefined()
})

test('a browser that is known stays so', async () => {
  const account = await former.shop.db
    .selectFrom('user')
    .select(['id', 'credentialGeneration'])
    .where('email', '=', EMAIL)
    .executeTakeFirstOrThrow()
  const remember = new Hono().get('/', (c) => c.text(createKnownBrowsers(former.shop).remember(c, account)))
  const cookie = await (await remember.request('/')).text()
  const nameIn = async (secrets: readonly string[]) => {
    const known = createKnownBrowsers(withSecret('another secret that is long enough to sign', secrets))
    const app = new Hono().get('/', async (c) => c.text((await known.find(c, EMAIL)).name))
    const headers = { Cookie: cookie.split(';', 1)[0] ?? '' }
    return (await app.request('/', { headers })).text()
  }
  expect(await nameIn([former.shop.secret])).toMatch(/ in /)
  expect(await nameIn([])).toBe(EMAIL)
})
