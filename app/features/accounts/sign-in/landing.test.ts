import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#tests/support/browser-storage.ts'
import { landingPath } from './landing.ts'

afterEach(() => vi.unstubAllGlobals())

/** A token of the browser: only its claims are read there. */
const tokenOf = (email: string): string => {
  const claims = { email, name: 'Sample', exp: Math.floor(Date.now() / 1000) + 86_400 }
  return `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`
}

function signedIn(answer: () => Response): string[] {
  stubStorage('localStorage').values.set('accessToken', tokenOf('a@example.com'))
  vi.stubGlobal('navigator', {})
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return answer()
  })
  return paths
}

test.each([
  [{ admin: true, rights: ['orders', 'settings'] }, '/dashboard/overview'],
  [{ admin: false, rights: ['products'] }, '/dashboard/overview'],
  [{ admin: false, rights: [] }, '/'],
])('who has the standing %j begins at %s', async (standing, path) => {
  const asked = signedIn(() => Response.json(standing))
  expect(await landingPath()).toBe(path)
  expect(asked).toEqual(['/api/admin/a%40example.com'])
})

test('who cannot be told from staff, and who is not signed in, begins at the home page', async () => {
  signedIn(() => Response.json({ code: 'unavailable' }, { status: 503 }))
  expect(await landingPath()).toBe('/')
  localStorage.removeItem('accessToken')
  expect(await landingPath()).toBe('/')
})
