import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#kit/config/config.ts'
import { withPolicy } from './page-policy.ts'

const NONCE = 'a+sample/nonce=='

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

async function rendered(html: string, environment: Record<string, string> = {}) {
  const page = new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  const answer = await withPolicy(page, readConfig(environment), NONCE)
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources] as const
    }),
  )
  return { directives, html: await answer.text() }
}

test('only what the rendering itself wrote may run; what got in otherwise is not named', async () => {
  const { directives, html } = await rendered(
    `<style nonce="${NONCE}">p{}</style><script nonce="${NONCE}">own()</script><script>evil()</script><style>evil{}</style>`,
  )
  expect(directives.get('script-src')).toEqual(["'self'", hashOf('own()')])
  expect(directives.get('style-src')).toEqual(["'self'", hashOf('p{}')])
  expect(html).not.toContain(NONCE)
})

test('the policy lets nothing of other hosts in, and nobody put the page into a frame', async () => {
  const { directives } = await rendered('<p>A sample.</p>')
  expect(directives.get('default-src')).toEqual(["'self'"])
  for (const name of ['object-src', 'base-uri', 'frame-src', 'frame-ancestors'])
    expect(directives.get(name), name).toEqual(["'none'"])
  for (const name of ['script-src', 'connect-src', 'form-action', 'font-src'])
    expect(directives.get(name), name).toEqual(["'self'"])
})

test('with real payments the provider’s own hosts are let in, and no other', async () => {
  const { directives } = await rendered('<p>A sample.</p>', {
    STRIPE_SECRET_KEY: 'sk_test_sample',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sample',
    STRIPE_WEBHOOK_SECRET: 'whsec_sample',
  })
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  expect(directives.get('script-src')).toEqual(["'self'", ...scripts])
  expect(directives.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
  expect(directives.get('frame-src')).toEqual([...scripts, 'https://hooks.stripe.com'])
})
