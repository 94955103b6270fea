import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { createAccountsTest, outboxLink, usersIn } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { guessedPassword } from './common-passwords.ts'

const EMAIL = 'ada.lovelace+shop@example.com'

const GUESSED = [
  'password',
  'PassWord1',
  '1234567890',
  '12345678 ',
  '１２３４５６７８',
  'qwertyuiop',
  'Parts Shop',
  'partsshop',
  'ada.lovelace',
  'AdaLovelace',
  'ada.lovelace+shop',
  EMAIL,
]

test.for(GUESSED)('%j is guessed by others', (password) => {
  expect(guessedPassword(password, EMAIL)).toMatch(/Choose another one\.$/)
})

test.for([
  PASSWORD,
  'correct horse battery staple',
  'Tr0ub4dor&3',
  'ada.lovelace likes parts',
  '密码密码密码密码',
  '........',
])('%j is not', (password) => {
  expect(guessedPassword(password, EMAIL)).toBeUndefined()
  expect(guessedPassword(password, undefined)).toBeUndefined()
})

// attack: common-password
test('a common password, and the name of the shop or of the address, are refused at the field and change nothing', async () => {
  await using shop = await createAccountsTest()
  for (const password of GUESSED) {
    const body = { name: 'Ada', email: EMAIL, password }
    const answer = await shop.call('POST', '/api/auth/sign-up/email', { body })
    expect([password, answer.status, answer.body.errors?.[0].pointer]).toEqual([password, 422, '#/password'])
    expect([answer.body.detail, answer.cookie]).toEqual([answer.body.errors[0].detail, ''])
  }
  expect(await usersIn(shop)).toEqual([])
  await shop.register({ email: EMAIL })
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email: EMAIL } })
  const token = /reset-password\/([^?]+)/.exec(await outboxLink(shop, EMAIL))?.[1]
  const reset = (newPassword: string) =>
    shop.call('POST', '/api/auth/reset-password', { body: { newPassword, token } })
  for (const password of GUESSED) {
    const { status, body } = await reset(password)
    expect([password, status, body.errors?.[0].pointer]).toEqual([password, 422, '#/newPassword'])
  }
  const old = { email: EMAIL, password: PASSWORD }
  expect((await shop.call('POST', '/api/auth/sign-in/email', { body: old })).status).toBe(200)
  expect((await reset('correct horse battery staple')).status).toBe(200)
})

// attack: common-password
test.for(['password', 'partsshop', 'admin.of.shop'])(
  'the shop does not start with ADMIN_PASSWORD=%s',
  (password) => {
    const environment = {
      NODE_ENV: 'test',
      ADMIN_EMAIL: 'admin.of.shop@example.com',
      ADMIN_PASSWORD: password,
    }
    expect(() => readConfig(environment)).toThrow(/ADMIN_PASSWORD.*Set another one/)
    expect(() => readConfig({ ...environment, ADMIN_PASSWORD: PASSWORD })).not.toThrow()
  },
)
