import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pages } from '#app/routes.ts'
import { addressOf } from './support/pages.ts'
import { createTestApp, readDocument } from './support/test-app.ts'

/** The addresses that the log of nginx leaves out. */
const [, pattern = ''] = /^\s*~\*(\S+) 0;/m.exec(readFileSync('docs/nginx.conf', 'utf8')) ?? []
const isLeftOut = (address: string): boolean => new RegExp(pattern, 'i').test(address)

/** Pages, with what the browser fetches of them. */
const tokenPages = pages
  .filter(({ path }) => path.includes(':token'))
  .map((page) => addressOf(page))
  .flatMap((path) => [path, `${path}.data`])

// attack: leaked-payment-link
test('no address with a token is in the log of nginx: pages and calls', async () => {
  await using shop = await createTestApp()
  const { paths } = (await readDocument(shop.app)) as { paths: Record<string, unknown> }
  const calls = Object.keys(paths)
    .filter((path) => path.includes('{token}'))
    .map((path) => (path.startsWith('/api') ? path : `/api${path}`).replace('{token}', 'sample'))
  const mailed = [
    '/verify-email?token=sample',
    '/reset-password?token=sample',
    '/new-email?token=sample',
    '/new-email/undo?token=sample',
    '/api/auth/verify-email?token=sample',
  ]
  expect([tokenPages.length, calls.length].every((count) => count >= 3)).toBe(true)
  expect(
    [...tokenPages, ...calls, ...mailed, '/join/sample'].filter((address) => !isLeftOut(address)),
  ).toEqual([])
  expect(['/', '/parts/list', '/api/product', '/dashboard/lists'].filter(isLeftOut)).toEqual([])
})
