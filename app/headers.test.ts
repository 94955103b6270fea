import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const get = ({ app }: TestApp, path: string) => app.fetch(new Request(`http://localhost:3000${path}`))

/** An answer of each kind: of a call, a refusal, a file, a drawing, an address that is none. */
const ANSWERS = ['/healthz', '/api/product', '/api/myorders', '/robots.txt', '/favicon.svg', '/nothing']

test.each(ANSWERS)(
  '%s carries the headers that guard it, and a policy by which nothing in it runs',
  async (path) => {
    await using shop = await createTestApp({ PUBLIC_URL: 'https://shop.example' })
    const { headers } = await get(shop, path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
    })
  },
)

test('over http browsers are not told to come by https', async () => {
  await using shop = await createTestApp({ PUBLIC_URL: 'http://shop.example' })
  expect((await get(shop, '/healthz')).headers.get('strict-transport-security')).toBeNull()
})

test('an address with a token in it is told to no other site, and its answer is kept nowhere', async () => {
  await using shop = await createTestApp()
  const { headers } = await get(shop, '/api/auth/verify-email?token=sample')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
})
