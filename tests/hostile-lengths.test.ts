import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN } from './support/customer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'error' })
})
afterAll(() => app[Symbol.asyncDispose]())

// Code with quadratic running time takes several times as long.
const MAXIMUM_MS = 100

const LONGEST_PATH = 15_500
const LONGEST_BODY = 98_000

/** The minimum time of four requests and the status. The minimum excludes delays by other processes. */
async function fastest(createRequest: () => Request): Promise<{ ms: number; status: number }> {
  let best = { ms: Number.POSITIVE_INFINITY, status: 0 }
  for (let round = 0; round < 4; round += 1) {
    const startedMs = performance.now()
    const { status } = await app.app.fetch(createRequest())
    const ms = performance.now() - startedMs
    if (ms < best.ms) best = { ms, status }
  }
  return best
}

// attack: quadratic-time
test.each(['a', '/', '%', '@', '%40', 'a@', '@/', '.'])(
  'a long path that repeats %s is refused quickly',
  async (part) => {
    const path = part.repeat(LONGEST_PATH / part.length)
    const { ms, status } = await fastest(() => new Request(`${ORIGIN}/api/myorder/x${path}`))
    expect([401, 404]).toContain(status)
    expect(ms).toBeLessThan(MAXIMUM_MS)
  },
)

// attack: quadratic-time
test.each(['a[]=1&', 'a[b][]=1&', 'a=1&', 'a', '['])(
  'a long form that repeats %s is refused quickly',
  async (part) => {
    const { ms, status } = await fastest(
      () =>
        new Request(`${ORIGIN}/sandbox/stripe/v1/payment_intents/x/confirm`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: part.repeat(LONGEST_BODY / part.length),
        }),
    )
    expect([400, 401]).toContain(status)
    expect(ms).toBeLessThan(MAXIMUM_MS)
  },
)

// attack: quadratic-time
test.each(['a', 'a.', ' ', '@', '\\u0000', '-'])(
  'a long e-mail address that repeats %s is refused quickly',
  async (part) => {
    const email = part.repeat(LONGEST_BODY / part.length)
    const { ms, status } = await fastest(
      () =>
        new Request(`${ORIGIN}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
          body: `{"email":"a@b${email}","password":"x"}`,
        }),
    )
    expect(status).toBe(422)
    expect(ms).toBeLessThan(MAXIMUM_MS)
  },
)
