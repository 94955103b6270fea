import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from './support/test-app.ts'

const get = ({ app }: TestApp, path: string) => app.fetch(new Request(`http://localhost:3000${path}`))

/** A call, a public list, a refusal, a text file, an image and an unknown path. */
const ANSWERS = ['/healthz', '/api/product', '/api/myorders', '/robots.txt', '/favicon.svg', '/nothing']

test.each(ANSWERS)('%s has the security headers and a policy that allows no scripts', async (path) => {
  await using shop = await createTestApp({ PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' })
  const { headers } = await get(shop, path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
  })
})

test('only what the operator says is promised for the hosts below its name too', async () => {
  const environment = { PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' }
  for (const HSTS of ['includeSubDomains', 'includeSubDomains; preload']) {
    await using shop = await createTestApp({ ...environment, HSTS })
    const promised = (await get(shop, '/healthz')).headers.get('strict-transport-security')
    expect(promised).toBe(`max-age=31536000; ${HSTS}`)
  }
  await expect(createTestApp({ ...environment, HSTS: 'preload' })).rejects.toThrow('HSTS has to be')
})

test('over http there is no Strict-Transport-Security header', async () => {
  await using shop = await createTestApp({ PUBLIC_URL: 'http://shop.example' })
  expect((await get(shop, '/healthz')).headers.get('strict-transport-security')).toBeNull()
})

test.each([
  '/api/auth/verify-email?token=sample',
  '/api/auth/reset-password/sample?callbackURL=/reset-password',
  '/api/auth/callback/google?code=sample&state=sample',
])('%s, a URL with a token, is not sent as referrer, and its answer is not cached', async (path) => {
  await using shop = await createTestApp({ SANDBOX: 'on' })
  const { headers } = await get(shop, path)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
})
