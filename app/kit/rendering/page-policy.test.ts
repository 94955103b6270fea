import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type OtherSources, withPolicy } from './page-policy.ts'

const NONCE = 'a+sample/nonce=='

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

async function rendered(html: string, others?: OtherSources) {
  const page = new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  const answer = await withPolicy(page, NONCE, others)
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources] as const
    }),
  )
  return { directives, html: await answer.text() }
}

// attack: injected-script
test('only scripts and styles of the rendering may run; injected ones are not in the policy', async () => {
  const { directives, html } = await rendered(
    `<style nonce="${NONCE}">p{}</style><script nonce="${NONCE}">own()</script><script>evil()</script><style>evil{}</style>`,
  )
  expect(directives.get('script-src')).toEqual(["'self'", hashOf('own()')])
  expect(directives.get('style-src')).toEqual(["'self'", hashOf('p{}')])
  expect(html).not.toContain(NONCE)
})

test('the policy allows no other hosts, and no page may frame the page', async () => {
  const { directives } = await rendered('<p>A sample.</p>')
  expect(directives.get('default-src')).toEqual(["'self'"])
  for (const name of ['object-src', 'base-uri', 'frame-src', 'frame-ancestors'])
    expect(directives.get(name), name).toEqual(["'none'"])
  for (const name of ['script-src', 'connect-src', 'form-action', 'font-src'])
    expect(directives.get(name), name).toEqual(["'self'"])
})

test('named other hosts are allowed, each for its purpose', async () => {
  const { directives } = await rendered('<p>A sample.</p>', {
    scripts: ['https://js.example'],
    connections: ['https://api.example'],
    frames: ['https://frames.example'],
  })
  expect(directives.get('script-src')).toEqual(["'self'", 'https://js.example'])
  expect(directives.get('connect-src')).toEqual(["'self'", 'https://api.example'])
  expect(directives.get('frame-src')).toEqual(['https://frames.example'])
})
