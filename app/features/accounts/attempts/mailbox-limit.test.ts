import { expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'

const EMAIL = 'ada@example.com'
const WINDOW_MS = 180_000

const ask = ({ call }: AccountsTest, path: string, headers = {}) =>
  call('POST', `/api/auth/${path}`, { body: { email: EMAIL }, headers })

/** Asks for `count` reset mails, as fast as the other limit allows. */
async function askFor(shop: AccountsTest, count: number) {
  const answers = []
  for (let asked = 0; asked < count; asked += 5) {
    shop.shop.advance(WINDOW_MS)
    const some = Math.min(5, count - asked)
    answers.push(
      ...(await Promise.all(Array.from({ length: some }, () => ask(shop, 'request-password-reset')))),
    )
  }
  return answers
}

// attack: mailbox-flood
test('a mailbox gets twenty mails with links a day, and the answer stays the same', async () => {
  await using shop = await createAccountsTest({ RATE_LIMITS: 'sign-in' })
  await shop.register({ email: EMAIL })
  await shop.shop.db.deleteFrom('outbox').execute()
  const answers = await askFor(shop, 25)
  const described = answers.map(({ status, body, headers }) => [status, body, [...headers.keys()].sort()])
  expect(new Set(described.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await mailsIn(shop.shop)).toHaveLength(20)
  shop.shop.advance(WINDOW_MS)
  expect((await ask(shop, 'send-verification-email')).status).toBe(200)
  expect(await mailsIn(shop.shop)).toHaveLength(20)
  shop.shop.advance(DAY_MS)
  await ask(shop, 'request-password-reset')
  expect(await mailsIn(shop.shop)).toHaveLength(21)
})

// attack: mailbox-flood
test('a known browser gets its mail when others have used up the limit', async () => {
  await using shop = await createAccountsTest()
  await shop.register({ email: EMAIL })
  const body = { email: EMAIL, password: PASSWORD }
  const signedIn = await shop.call('POST', '/api/auth/sign-in/email', { body })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .find((pair) => pair?.startsWith('shop.known='))
  await askFor(shop, 20)
  await shop.shop.db.deleteFrom('outbox').execute()
  shop.shop.advance(WINDOW_MS)
  await ask(shop, 'request-password-reset')
  expect(await mailsIn(shop.shop)).toHaveLength(0)
  await ask(shop, 'request-password-reset', { cookie })
  expect(await mailsIn(shop.shop)).toHaveLength(1)
})
