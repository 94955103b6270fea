import { expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'
import { loginPath, safeReturnTo, signOutByUser } from './browser-session.ts'

test.each(['/', '/order/abc', '/dashboard/payment/1?x=%2F%2Fa#b', '/login-help'])(
  '%s is accepted as the return path',
  (path) => {
    expect(safeReturnTo(path)).toBe(path)
  },
)

// attack: open-redirect
test.each([
  null,
  '',
  'order/abc',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./login',
  'https://evil.example',
  'javascript:alert(1)',
  '/login',
  '/login?returnTo=%2Flogin',
  '/register',
])('%j becomes the home page', (path) => {
  expect(safeReturnTo(path)).toBe('/')
})

// spec: redirect-to-login
test('the URL of the sign-in page contains a path of the shop, and nothing else', () => {
  expect(loginPath('/order/a b')).toBe('/login')
  expect(loginPath('/')).toBe('/login')
  expect(loginPath('/order/abc?x=1')).toBe('/login?returnTo=%2Forder%2Fabc%3Fx%3D1')
})

test('a user signs out also when the storage of the browser is full', async () => {
  const storage = stubStorage('localStorage')
  storage.values.set('accessToken', 'a.b.c')
  storage.fault = 'full'
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return Response.json({})
  })
  expect(await signOutByUser()).toBe(true)
  expect([...storage.values.keys()]).toEqual([])
  expect(paths).toEqual(['/api/auth/sign-out'])
  vi.unstubAllGlobals()
})
