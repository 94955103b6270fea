import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { openLog } from '#tests/support/open-log.ts'
import { AppError } from './app-error.ts'
import { answerError, installRequestBasics, type RequestEnv } from './router.ts'

async function linesOf(
  code: 'not_signed_in' | 'forbidden' | 'too_many_requests' | 'not_found',
  path: string,
) {
  const { log, lines } = openLog()
  const app = new Hono<RequestEnv>()
  installRequestBasics(app, log)
  app.onError(answerError)
  app.get('*', () => {
    throw new AppError(code, 'A sample.')
  })
  await app.request(path)
  return lines
}

test.each(['not_signed_in', 'forbidden', 'too_many_requests'] as const)(
  'a call that was %s is logged, without an e-mail address',
  async (code) => {
    for (const email of ['ada@example.com', 'ada%40example.com']) {
      const [line] = await linesOf(code, `/api/account/${email}`)
      expect(line).toMatchObject({ msg: 'refused', code, method: 'GET', path: '/api/account/…' })
      expect(line?.requestId).toMatch(/^\w{8,}/)
      expect(JSON.stringify(line)).not.toContain('example.com')
    }
  },
)

test('common refusals are not logged', async () => {
  expect(await linesOf('not_found', '/api/nothing')).toEqual([])
})

// attack: leaked-payment-link
test.each([
  ['an address encoded twice', '/api/account/ada%2540example.com', '/api/account/…'],
  ['an address in the middle', '/api/account/ada@example.com/x', '/api/account/…/x'],
  ['an address at the cut', `/api/account/${'a'.repeat(187)}ada@example.com`, '/api/account/…'],
  ['the token of a reset', '/api/auth/reset-password/a-token', '/api/auth/reset-password/…'],
  ['a long hexadecimal token', `/pay/${'0a1B'.repeat(10)}`, '/pay/…'],
  ['the token of a receipt', `/api/receipt/${'0a1b'.repeat(10)}/receipt.pdf`, '/api/receipt/…/receipt.pdf'],
  ['such a token with more around it', `/pay/x${'0a1b'.repeat(10)}.data).`, '/pay/…'],
  ['15,500 letters', `/api/myorder/${'x'.repeat(15_500)}`, `/api/myorder/${'x'.repeat(187)}…`],
])('secret parts of a path are not logged: %s', async (_what, path, logged) => {
  expect(await linesOf('forbidden', path)).toMatchObject([{ path: logged }])
})
