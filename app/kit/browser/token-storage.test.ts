import { beforeEach, expect, test, vi } from 'vitest'

const HOUR_S = 3600

function tokenEndingIn(seconds: number, email = 'buyer@shop.example'): string {
  const claims = { email, name: 'Zoë Ω', exp: Math.floor(Date.now() / 1000) + seconds }
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

/** The module keeps its renewal to itself, so each test gets a fresh one and a storage of its own. */
async function freshModule() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.resetModules()
  return import('./token-storage.ts')
}

let tokens: Awaited<ReturnType<typeof freshModule>>

beforeEach(async () => {
  tokens = await freshModule()
})

test('claims are read whatever letters they have; nonsense is undefined', () => {
  expect(tokens.readClaims(tokenEndingIn(HOUR_S))).toMatchObject({ name: 'Zoë Ω' })
  for (const nonsense of ['', 'a.b.c', 'a.bnVsbA.c']) expect(tokens.readClaims(nonsense)).toBeUndefined()
})

test('a token that lasts is sent as it is', async () => {
  const renew = vi.fn()
  tokens.renewAccessTokensBy(renew)
  const token = tokenEndingIn(HOUR_S)
  tokens.writeAccessToken(token)
  expect(await tokens.accessTokenForCall()).toBe(token)
  expect(renew).not.toHaveBeenCalled()
})

test('calls side by side share one renewal of a token that is about to end', async () => {
  const fresh = tokenEndingIn(HOUR_S)
  const renew = vi.fn(async () => fresh)
  tokens.renewAccessTokensBy(renew)
  tokens.writeAccessToken(tokenEndingIn(60))
  expect(await Promise.all([tokens.accessTokenForCall(), tokens.accessTokenForCall()])).toEqual([
    fresh,
    fresh,
  ])
  expect(renew).toHaveBeenCalledTimes(1)
  expect(tokens.readAccessToken()).toBe(fresh)
})

test('a session that is over signs out', async () => {
  tokens.renewAccessTokensBy(async () => undefined)
  tokens.writeAccessToken(tokenEndingIn(-60))
  expect(await tokens.accessTokenForCall()).toBeNull()
  expect(tokens.readAccessToken()).toBeNull()
})

test('a renewal that failed signs nobody out', async () => {
  tokens.renewAccessTokensBy(async () => {
    throw new Error('offline')
  })
  const ended = tokenEndingIn(-60)
  tokens.writeAccessToken(ended)
  await expect(tokens.accessTokenForCall()).rejects.toThrow('offline')
  expect(tokens.readAccessToken()).toBe(ended)

  const ending = tokenEndingIn(60)
  tokens.writeAccessToken(ending)
  expect(await tokens.accessTokenForCall()).toBe(ending)
})

test('signing out during a renewal stays signed out', async () => {
  tokens.renewAccessTokensBy(async () => {
    tokens.writeAccessToken(null)
    return tokenEndingIn(HOUR_S)
  })
  tokens.writeAccessToken(tokenEndingIn(60))
  expect(await tokens.accessTokenForCall()).toBeNull()
  expect(tokens.readAccessToken()).toBeNull()
})
