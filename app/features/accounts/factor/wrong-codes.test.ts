import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { createCalls, type Person, type ShopCalls } from '#tests/support/customer.ts'
import {
  addFactor,
  appCode,
  cookiesOf,
  giveBackupCode,
  giveCode,
  givePassword,
  type OwnedFactor,
  post,
} from '#tests/support/factor.ts'
import { createGoogleTest } from '#tests/support/google-shop.ts'

const ADA = 'ada@example.com'
const WINDOW_MS = 3 * MINUTE_MS

interface Accounts {
  readonly call: ShopCalls['call']
  readonly shop: AccountsTest['shop']
}

const sessionsIn = async ({ shop }: Pick<Accounts, 'shop'>): Promise<number> =>
  (await shop.db.selectFrom('session').select('id').execute()).length

/** The code that the app shows at the time of the shop. */
const codeNow = ({ shop }: Pick<Accounts, 'shop'>, factor: OwnedFactor): string =>
  appCode(factor, Math.round((shop.now() - Date.now()) / 30_000))

/** Gives wrong codes as fast as the limit of sign-ins lets it; resolves to the statuses. */
async function giveWrong({ call, shop }: Accounts, ada: Person, count: number): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < count) {
    shop.advance(WINDOW_MS)
    const asked = await givePassword(call, ada)
    for (let wrong = 0; wrong < 5 && statuses.length < count; wrong += 1)
      statuses.push((await giveCode(call, asked, '000000')).status)
  }
  return statuses
}

// attack: guessed-code, locked-account
test('after 30 wrong codes of a day a right one is refused, but for the browser that is known; a backup code signs in', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  const first = await giveCode(shop.call, await givePassword(shop.call, ada), appCode(factor))
  const known = cookiesOf(first)
  expect(await giveWrong(shop, ada, 30)).toEqual(Array.from({ length: 30 }, () => 401))
  shop.shop.advance(WINDOW_MS)
  const before = await sessionsIn(shop)
  const asked = await givePassword(shop.call, ada)
  expect(asked.body).toEqual({ twoFactorRedirect: true })
  const refused = await giveCode(shop.call, asked, codeNow(shop, factor))
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(refused.body.detail).toBe(
    'Too many wrong codes today. Use a backup code or a passkey, or try again tomorrow.',
  )
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(12 * 3600)
  expect(await sessionsIn(shop)).toBe(before)
  // What was refused has not used the code up, nor the sign-in.
  const again = await post(
    shop.call,
    'sign-in/email',
    { email: ADA, password: ada.password },
    { cookie: known },
  )
  const inKnown = [known, cookiesOf(again)].join('; ')
  const owner = await giveCode(shop.call, { cookie: inKnown }, codeNow(shop, factor))
  expect([owner.status, owner.body.user?.email]).toEqual([200, ADA])
  const byBackup = await giveBackupCode(shop.call, asked, factor.backupCodes[0] ?? '')
  expect(byBackup.status).toBe(200)
  shop.shop.advance(DAY_MS)
  const tomorrow = await giveCode(shop.call, await givePassword(shop.call, ada), codeNow(shop, factor))
  expect(tomorrow.status).toBe(200)
})

// attack: locked-account
test('wrong passwords, and codes without the password, use up no codes of the day', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  for (let round = 0; round < 4; round += 1) {
    shop.shop.advance(WINDOW_MS)
    for (let tried = 0; tried < 9; tried += 1) {
      await givePassword(shop.call, { email: ADA, password: `not the password ${tried}` })
      await giveCode(shop.call, { cookie: '' }, '000000')
    }
  }
  shop.shop.advance(WINDOW_MS)
  const done = await giveCode(shop.call, await givePassword(shop.call, ada), codeNow(shop, factor))
  expect(done.status).toBe(200)
})

// attack: guessed-code
test('codes that make a sign-in fresh have a limit of a day of their own for each session', async () => {
  await using shop = await createAccountsTest()
  const ada = await shop.register({ email: ADA })
  const factor = await addFactor(shop.call, ada)
  const again = (code: string) =>
    shop.call('POST', '/api/sign-in-again', { token: ada.token, body: { code } })
  for (let round = 0; round < 3; round += 1) {
    shop.shop.advance(WINDOW_MS)
    for (let wrong = 0; wrong < 10; wrong += 1) expect((await again('000000')).status).toBe(401)
  }
  shop.shop.advance(WINDOW_MS)
  expect((await again(codeNow(shop, factor))).status).toBe(429)
  expect((await again(factor.backupCodes[0] ?? '')).status).toBe(200)
  const elsewhere = await giveCode(shop.call, await givePassword(shop.call, ada), codeNow(shop, factor))
  expect(elsewhere.status).toBe(200)
})

// attack: guessed-code
test('of codes at once on two processes so many are looked at as are left of the day', async () => {
  await using google = await createGoogleTest()
  const { call } = createCalls(google.origin, fetch)
  const ada = await google.register({ email: ADA })
  const factor = await addFactor(call, ada)
  const [one, two] = [await givePassword(call, ada), await givePassword(call, ada)]
  expect((await giveCode(call, one, '000000')).status).toBe(401)
  await google.shop.db
    .updateTable('rate_limits')
    .set({ hits: 27 })
    .where('key', 'like', 'code-account:%')
    .execute()
  const guesses = [one, one, one, one, two, two, two, two].map((asked, n) =>
    giveCode(call, asked, `00000${n}`),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort()
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429])
  expect((await giveCode(call, two, appCode(factor))).status).toBe(429)
  expect(await sessionsIn(google)).toBe(1)
})
