import { expect, test } from 'vitest'
import { ConfigError } from '#kit/config/config.ts'
import { readConfig } from './config.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('a mock of Stripe on this machine is allowed with a test key', () => {
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
])('a mock of Stripe is refused when it is %s', (_, change) => {
  expect(() => readConfig({ ...STRIPE, ...change })).toThrow(/STRIPE_API_URL/)
})

const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const PRODUCTION = { NODE_ENV: 'production', SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b.c' }

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}

test('live keys are allowed in production, test keys everywhere', () => {
  expect(problemsOf({ ...STRIPE, ...LIVE, ...PRODUCTION })).toEqual([])
  expect(problemsOf({ ...STRIPE, ...PRODUCTION })).toEqual([])
  expect(problemsOf(STRIPE)).toEqual([])
})

test.each(['sk_live_1', 'rk_live_1', 'sk_org_live_1'])(
  'outside production %s is refused, together with every other problem',
  (secretKey) => {
    for (const mode of ['', 'development', 'test']) {
      const keys = { ...STRIPE, ...LIVE, STRIPE_SECRET_KEY: secretKey }
      expect(problemsOf({ ...keys, NODE_ENV: mode, PORT: 'none' })).toEqual([
        expect.stringContaining('PORT'),
        expect.stringMatching(/^STRIPE_SECRET_KEY is a live key/),
        expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is a live key/),
      ])
    }
  },
)

test('with a sandbox live keys are refused in production too', () => {
  expect(problemsOf({ ...STRIPE, ...LIVE, ...PRODUCTION, SANDBOX: 'on' })).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY is a live key.*SANDBOX/),
    expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is a live key.*SANDBOX/),
  ])
})

test.each(Object.entries(LIVE))('a live key together with a test key is refused: %s', (name, key) => {
  expect(problemsOf({ ...STRIPE, ...PRODUCTION, [name]: key })).toEqual([
    expect.stringContaining('two live keys or two test keys'),
  ])
})
