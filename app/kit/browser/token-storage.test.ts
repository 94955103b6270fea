import { beforeEach, expect, test, vi } from 'vitest'

const HOUR_S = 3600

function tokenExpiringIn(seconds: number, email = 'buyer@shop.example'): string {
  const claims = { email, name: 'Zoë Ω', exp: Math.floor(Date.now() / 1000) + seconds }
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

/** The module has state, so each test imports it again, with its own storage. */
async function freshModule() {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.resetModules()
  return import('./token-storage.ts')
}

let tokens: Awaited<ReturnType<typeof freshModule>>

beforeEach(async () => {
  tokens = await freshModule()
})

test('claims with letters beyond ASCII are read; an invalid token has none', () => {
  expect(tokens.readClaims(tokenExpiringIn(HOUR_S))).toMatchObject({ name: 'Zoë Ω' })
  for (const invalid of ['', 'a.b.c', 'a.bnVsbA.c']) expect(tokens.readClaims(invalid)).toBeUndefined()
})

// spec: token-storage, bearer
test('a valid token is sent unchanged', async () => {
  const renew = vi.fn()
  tokens.renewAccessTokensBy(renew)
  const token = tokenExpiringIn(HOUR_S)
  tokens.writeAccessToken(token)
  expect(await tokens.accessTokenForCall()).toBe(token)
  expect(renew).not.toHaveBeenCalled()
})

test('concurrent calls share one renewal of a token that expires soon', async () => {
  const fresh = tokenExpiringIn(HOUR_S)
  const renew = vi.fn(async () => fresh)
  tokens.renewAccessTokensBy(renew)
  tokens.writeAccessToken(tokenExpiringIn(60))
  expect(await Promise.all([tokens.accessTokenForCall(), tokens.accessTokenForCall()])).toEqual([
    fresh,
    fresh,
  ])
  expect(renew).toHaveBeenCalledTimes(1)
  expect(tokens.readAccessToken()).toBe(fresh)
})

test('an expired session is signed out', async () => {
  tokens.renewAccessTokensBy(async () => undefined)
  tokens.writeAccessToken(tokenExpiringIn(-60))
  expect(await tokens.accessTokenForCall()).toBeNull()
  expect(tokens.readAccessToken()).toBeNull()
})

test('a failed renewal does not sign out', async () => {
  tokens.renewAccessTokensBy(async () => {
    throw new Error('offline')
  })
  const expired = tokenExpiringIn(-60)
  tokens.writeAccessToken(expired)
  await expect(tokens.accessTokenForCall()).rejects.toThrow('offline')
  expect(tokens.readAccessToken()).toBe(expired)

  const expiring = tokenExpiringIn(60)
  tokens.writeAccessToken(expiring)
  expect(await tokens.accessTokenForCall()).toBe(expiring)
})

test('a sign-out during a renewal is not undone', async () => {
  tokens.renewAccessTokensBy(async () => {
    tokens.writeAccessToken(null)
    return tokenExpiringIn(HOUR_S)
  })
  tokens.writeAccessToken(tokenExpiringIn(60))
  expect(await tokens.accessTokenForCall()).toBeNull()
  expect(tokens.readAccessToken()).toBeNull()
})
