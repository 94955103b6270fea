import { expect, test } from 'vitest'
import { texts } from '#kit/texts.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const PAGES = ['/sandbox/mail', '/sandbox/google/interaction/over', '/sandbox/google/auth', '/api/docs']

test.each([
  ['a production shop on sandboxes says so on', { NODE_ENV: 'production', SANDBOX: 'on' }, true],
  ['elsewhere nothing is said of it on', {}, false],
])('%s the pages that are not the shop’s own too', async (_, environment, isSaid) => {
  await using app = await createTestApp(environment as Record<string, string>)
  for (const path of PAGES) {
    const { headers, body } = await app.call('GET', path, { headers: { Accept: 'text/html' } })
    expect([path, headers.get('content-type')]).toEqual([path, expect.stringMatching(/^text\/html/)])
    expect([path, String(body).includes(texts.sandboxBanner)]).toEqual([path, isSaid])
  }
})
