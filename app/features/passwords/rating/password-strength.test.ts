import { expect, test } from 'vitest'
import { MINUTE_MS } from '#kit/time.ts'
import { createAccountsTest } from '#tests/support/accounts-shop.ts'
import { strengthOf } from './password-strength.ts'

const EMAIL = 'ada.sample@example.com'

test.each([
  ['password1', 'refused'],
  ['PASSWORD1', 'refused'],
  ['adasample', 'refused'],
  ['aaaaaaaaaaaa', 'weak'],
  ['abcdefghijk', 'weak'],
  ['qwertzuiop1999', 'weak'],
  ['p4ssw0rd2024', 'weak'],
  ['Sample1999', 'weak'],
  ['dragon-monkey', 'weak'],
  ['vaultblue', 'fair'],
  ['k8#Qz!w2', 'good'],
  ['quiet-harbour-lamp', 'strong'],
  ['x7#kQ9!mZ2pL', 'strong'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password, EMAIL).strength).toBe(strength)
})

test('a longer password is never weaker than what it begins with, and takes no time', () => {
  const long = 'Zx9-vault blue 77 qwertz aaaa Ω𝔘 1999!'.repeat(4).slice(0, 128)
  const rank = (password: string) =>
    ['refused', 'weak', 'fair', 'good', 'strong'].indexOf(strengthOf(password, undefined).strength)
  const begun = performance.now()
  const ranks = Array.from({ length: long.length - 8 }, (_, more) => rank(long.slice(0, 8 + more)))
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
  for (const password of ['a'.repeat(128), '\u{10ffff}'.repeat(64), '\ud800'.repeat(128), '('.repeat(128)])
    expect(rank(password)).toBeGreaterThan(0)
  expect(performance.now() - begun).toBeLessThan(3000)
})

test('the call says the strength and why a password would be refused, to anybody, and is limited by address', async () => {
  await using shop = await createAccountsTest()
  const rate = (body: object) => shop.call('POST', '/api/password-strength', { body })
  const common = await rate({ password: 'Password1' })
  expect([common.status, common.body.strength, common.headers.get('cache-control')]).toEqual([
    200,
    'refused',
    'no-store',
  ])
  expect(common.body.says).toContain('passwords that most people choose')
  expect((await rate({ password: 'adasample', email: EMAIL })).body.strength).toBe('refused')
  expect((await rate({ password: 'quiet-harbour-lamp', email: 'not an address' })).body).toEqual({
    strength: 'strong',
  })
  for (const body of [{}, { password: '' }, { password: 'x'.repeat(129) }, { password: 1 }])
    expect((await rate(body)).status).toBe(422)
  await shop.shop.db
    .updateTable('rate_limits')
    .set({ hits: 600 })
    .where('key', 'like', 'password-strength-%')
    .execute()
  expect((await rate({ password: 'quiet-harbour-lamp' })).status).toBe(429)
  shop.shop.advance(MINUTE_MS)
  expect((await rate({ password: 'quiet-harbour-lamp' })).status).toBe(200)
})
