import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('a stand-in for Stripe on this machine is taken, with a key for tests', () => {
  const config = readConfig({ ...STRIPE, STRIPE_API_URL: 'http://127.0.0.1:4010' })
  expect(config.stripe?.apiUrl).toBe('http://127.0.0.1:4010')
})

test.each([
  ['another machine', { STRIPE_API_URL: 'http://192.168.0.9:4010' }],
  ['a name that only begins like this machine', { STRIPE_API_URL: 'http://127.0.0.1.example.com:4010' }],
  ['a user in front', { STRIPE_API_URL: 'http://127.0.0.1:1@example.com' }],
  ['a key for real money', { STRIPE_API_URL: 'http://127.0.0.1:4010', STRIPE_SECRET_KEY: 'sk_live_1' }],
  [
    'production',
    {
      STRIPE_API_URL: 'http://127.0.0.1:4010',
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://m',
      MAIL_FROM: 'a@b.c',
    },
  ],
])('the secret key goes to no stand-in when it is %s', (_, change) => {
  expect(() => readConfig({ ...STRIPE, ...change })).toThrow(/STRIPE_API_URL/)
})
