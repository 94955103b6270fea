import { expect, test } from 'vitest'
import { type AccountsTest, createAccountsTest } from '#tests/support/accounts-shop.ts'
import { PASSWORD, verifyEmail } from '#tests/support/customer.ts'
import { mailsIn } from '#tests/support/mailer.ts'

const ADA = 'ada@example.com'
const NAME = '<b>You won</b>: https://evil.example/claim'
const TARGET = '/?q=call+555+0199+at+evil.example'

/** Makes every call that sends a mail to an address in its body. */
async function requestEveryMail({ call, shop }: AccountsTest): Promise<void> {
  const body = { email: ADA, callbackURL: TARGET, redirectTo: TARGET }
  for (const path of ['send-verification-email', 'request-password-reset']) {
    // Ids of the same millisecond have no order.
    shop.advance(1)
    expect((await call('POST', `/api/auth/${path}`, { body })).status).toBe(200)
  }
}

const signUp = ({ call }: AccountsTest, name: string) =>
  call('POST', '/api/auth/sign-up/email', {
    body: { name, email: ADA, password: PASSWORD, callbackURL: TARGET },
  })

// attack: mails-to-others
test.for([
  NAME,
  'https://evil.example/claim',
  '<a href="https://evil.example">evil</a>',
  'evil.example '.repeat(7).trim(),
])('no mail to an unconfirmed address contains text that the caller chose: %j', async (name) => {
  await using shop = await createAccountsTest()
  expect((await signUp(shop, name)).status).toBe(200)
  await requestEveryMail(shop)
  const mails = await mailsIn(shop.shop)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Confirm your e-mail address',
    'Confirm your e-mail address',
    'Reset your password',
  ])
  // Somebody waits for each.
  expect(mails.map(({ urgent }) => urgent)).toEqual([1, 1, 1])
  for (const { subject, text, html } of mails) {
    for (const written of [subject, text, html]) expect(written).not.toMatch(/evil|555|won/)
    expect(text).toContain('Hello,\n')
  }
})

test('a name of several lines is refused, so that it cannot begin a line of a mail', async () => {
  await using shop = await createAccountsTest()
  for (const name of ['Ada\nSubject: evil', 'Ada\r\nBcc: eve@example.com']) {
    expect((await signUp(shop, name)).status).toBe(422)
  }
  expect(await mailsIn(shop.shop)).toEqual([])
})

// attack: mails-to-others
test('a mail to a confirmed address contains the escaped name; its links contain only the token', async () => {
  await using shop = await createAccountsTest()
  await signUp(shop, NAME)
  await verifyEmail(shop.shop, { email: ADA })
  await requestEveryMail(shop)
  const [, reset, ...others] = await mailsIn(shop.shop)
  expect(others).toEqual([])
  expect(reset?.text).toContain(`Hello ${NAME},`)
  expect(reset?.html).toContain('Hello &lt;b&gt;You won&lt;/b&gt;: https://evil.example/claim,')
  expect(reset?.text).not.toContain('555')
  expect(reset?.text).toMatch(/\/api\/auth\/reset-password\/\w+\?callbackURL=%2Freset-password$/m)
})
