import { verifyPassword } from 'better-auth/crypto'
import { expect, test, vi } from 'vitest'
import { createAccountsTest } from '#tests/support/accounts-shop.ts'
import { PASSWORD } from '#tests/support/customer.ts'
import { createPasswordHashes } from './password-hashes.ts'

/** Holds every check of a password until it is released; says how many run. */
function holdChecks() {
  const verify = vi.mocked(verifyPassword)
  const real = verify.getMockImplementation()
  const released = Promise.withResolvers<void>()
  let running = 0
  let mostRunning = 0
  verify.mockImplementation(async (given) => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    await released.promise
    running -= 1
    return (await real?.(given)) === true
  })
  return {
    release: released.resolve,
    mostRunning: () => mostRunning,
    [Symbol.dispose]: () => {
      released.resolve()
      if (real) verify.mockImplementation(real)
    },
  }
}

// attack: hash-load
test('three hashes run at once and sixty wait; more sign-ins are refused with 503, and do not count', async () => {
  await using shop = await createAccountsTest({ TRUST_PROXY: '1', RATE_LIMITS: 'sign-in' })
  const people = Array.from({ length: 65 }, (_, n) => ({ email: `a${n}@example.com`, from: `192.0.2.${n}` }))
  for (const { email } of people) await shop.register({ email })
  using held = holdChecks()
  const signIn = ({ email, from }: (typeof people)[number]) =>
    shop.call('POST', '/api/auth/sign-in/email', {
      body: { email, password: PASSWORD },
      headers: { 'x-forwarded-for': from },
    })
  let open = people.length
  const answers = people.map((person) => signIn(person).finally(() => (open -= 1)))
  await vi.waitFor(() => expect(open).toBe(63), { timeout: 20_000 })
  held.release()
  const done = await Promise.all(answers)
  const refused = done.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(2)
  for (const { body, headers, cookie } of refused)
    expect([body.code, headers.get('retry-after'), cookie]).toEqual(['unavailable', '5', ''])
  expect(done.filter(({ status }) => status === 200)).toHaveLength(63)
  expect(held.mostRunning()).toBe(3)
  const counts = await shop.shop.db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', 'like', 'sign-in-%')
    .execute()
  expect(counts.every(({ hits }) => hits === 0)).toBe(true)
})

test('a failed hash leaves its place to the next', async () => {
  const hashes = createPasswordHashes()
  const verify = vi.mocked(verifyPassword)
  for (let n = 0; n < 5; n++) {
    verify.mockRejectedValueOnce(new Error('no memory'))
    await expect(hashes.verify({ hash: 'a:b', password: PASSWORD })).rejects.toThrow('no memory')
  }
  expect(await hashes.verify({ hash: await hashes.hash(PASSWORD), password: PASSWORD })).toBe(true)
})
