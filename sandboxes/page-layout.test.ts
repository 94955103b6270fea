import { expect, test } from 'vitest'
import { texts } from '#kit/texts.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const PAGES = ['/sandbox/mail', '/sandbox/google/interaction/over', '/sandbox/google/auth', '/api/docs']

test.each([
  ['a production shop with SANDBOX=on shows the banner on', { NODE_ENV: 'production', SANDBOX: 'on' }, true],
  ['a development shop shows no banner on', {}, false],
])('%s the pages of the sandboxes and the API documentation', async (_, environment, isSaid) => {
  await using app = await createTestApp(environment as Record<string, string>)
  for (const path of PAGES) {
    const { headers, body } = await app.call('GET', path, { headers: { Accept: 'text/html' } })
    expect([path, headers.get('content-type')]).toEqual([path, expect.stringMatching(/^text\/html/)])
    expect([path, String(body).includes(texts.sandboxBanner)]).toEqual([path, isSaid])
  }
})
