import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#app/routes.ts'
import { addressOf } from '../support/pages.ts'
import { ADMIN, emptyStorage, type RunningShop, type Storage, startShop } from '../support/running-shop.ts'

let storage: Storage
let shop: RunningShop

beforeAll(async () => {
  storage = await emptyStorage()
  shop = await startShop({
    storage,
    seed: 'demo',
    environment: { PUBLIC_URL: 'https://shop.example', SANDBOX: 'on' },
  })
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const PAGES = pages.map((page) => addressOf(page))

/** Those of the addresses below with tokens: the mails on the page of the sandbox contain some. */
const HAS_TOKEN = /^\/(sandbox\/mail$|(join|list|pay|receipt)\/|.*\?token=)/

const OTHERS = [
  ...['/api/product', '/api/nothing', '/api/docs', '/api/openapi.json', '/api/auth/nothing'],
  ...['/healthz', '/robots.txt', '/favicon.svg', '/sandbox/mail', '/assets/nothing.js'],
]

/** A built script, style and font. */
const ASSETS = ['entry.client-*.js', '*.css', '*.woff2'].map((pattern) => {
  const [file = ''] = globSync(pattern, { cwd: 'build/client/assets' })
  return `/assets/${file}`
})

const get = (path: string): Promise<Response> => fetch(shop.url + path, { redirect: 'manual' })

// attack: clickjacking
test.each([...PAGES, ...OTHERS, ...ASSETS])('%s is answered with the security headers', async (path) => {
  const { headers } = await get(path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': HAS_TOKEN.test(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-type': expect.stringMatching(/^[a-z]+\/[a-z0-9+.-]+/),
  })
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/object-src 'none'|default-src 'none'/)
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
    expect(headers.get(name)).toBeNull()
})

// attack: leaked-payment-link
test.each([
  '/verify-email?token=sample',
  '/pay/sample',
  '/pay/sample.data',
  '/api/payment-link/sample',
  '/receipt/sample',
  '/receipt/sample.data',
  '/api/receipt/sample/receipt.pdf',
  '/reset-password?token=sample',
  '/new-email?token=sample',
  '/new-email/undo?token=sample',
  '/api/auth/verify-email?token=sample',
  '/api/auth/reset-password/sample?callbackURL=/reset-password',
  '/api/auth/callback/google?code=sample&state=sample',
])('%s, a URL with a token, is not sent as referrer and its answer is not cached', async (path) => {
  const { headers } = await get(path)
  expect(Object.fromEntries(headers)).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  '/pay/SAMPLE',
  '/Pay/sample',
  '/pay/sample/',
  '//pay/sample',
  '/pay/s%61mple',
  '/pay/SAMPLE.data',
  '/receipt/SAMPLE',
  '/Receipt/sample.data',
  '/API/payment-link/sample',
  '/API/receipt/sample/receipt.pdf',
  '/Reset-Password?token=sample',
  '/verify-email/?token=sample',
  '/API/auth/reset-password/sample',
])('%s, another spelling of a URL with a token, is redirected, and no cache keeps that', async (path) => {
  const { status, headers } = await get(path)
  expect([status, Object.fromEntries(headers)]).toMatchObject([
    308,
    { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  ])
})

describe.each(PAGES)('the page %s', (path) => {
  test('has a policy that allows exactly its own scripts and styles', async () => {
    const answer = await get(path)
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('*')
    const inline = [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)].filter(
      // JSON-LD for search engines is not executed.
      ([, , attributes = '', content]) => content !== '' && !attributes.includes('application/ld+json'),
    )
    expect(inline.length).toBeGreaterThan(1)
    for (const [, , , content = ''] of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    }
    const markup = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    expect(markup).not.toMatch(/<[^>]+\s(style|on[a-z]+|nonce)=/)
  })
})

/** Browsers ask each time, and may show what they have when nobody answers. */
const PUBLIC = 'public, max-age=0, stale-if-error=86400'

test.each([
  ['/healthz', 'no-store'],
  ['/readyz', 'no-store'],
  ['/api/config', 'no-cache'],
  ['/api/openapi.json', 'no-cache'],
  ['/api/docs', 'no-cache'],
  ['/_root.data', 'no-cache'],
  ['/', PUBLIC],
  ['/api/product', PUBLIC],
  ['/part/nothing', 'no-store'],
  ['/part/nothing.data', 'no-store'],
  ['/api/part/nothing', 'no-store'],
  ['/parts.data', PUBLIC],
  ['/login.data', PUBLIC],
  ['/dashboard.data', PUBLIC],
  ['/nothing.data', 'no-cache'],
])('%s says whether it may be stored: %s', async (path, expected) => {
  expect((await get(path)).headers.get('cache-control')).toBe(expected)
})

test.each(['identity', 'br', 'gzip'])(
  'an asset in the encoding %s has the security headers',
  async (encoding) => {
    const html = await (await get('/')).text()
    const [path = ''] = /\/assets\/[^"]+\.js/.exec(html) ?? []
    const { headers } = await fetch(shop.url + path, { headers: { 'Accept-Encoding': encoding } })
    expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
    expect(headers.get('vary')).toBe('Accept-Encoding')
    // Of each file of a page it would be sent, and say nothing.
    expect(headers.get('x-request-id')).toBeNull()
  },
)

test('a page from the memory, one that is as it was, and what is no request have the security headers', async () => {
  const first = await get('/parts')
  const again = await fetch(`${shop.url}/parts`, {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  const { port } = new URL(shop.url)
  const broken = await new Promise<string>((answer) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
    socket.once('data', (data) => answer(String(data)))
  })
  expect(broken).toMatch(/^HTTP\/1.1 400 /)
  for (const headers of [first.headers, again.headers, headersOf(broken)]) {
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

const headersOf = (answer: string): Headers =>
  new Headers(
    answer
      .split('\r\n\r\n', 1)[0]
      ?.split('\r\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string]),
  )

// attack: injected-script
test('user input is escaped when it is displayed', async () => {
  await using other = await emptyStorage()
  await using plain = await startShop({ storage: other })
  const markup = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  const admin = await plain.signIn(ADMIN)
  await plain.addProduct(admin, { name: markup, description: markup })
  await plain.call('POST', '/api/rating', { body: { comment: markup, rating: '4', name: markup }, as: admin })
  const html = await (await fetch(`${plain.url}/`)).text()
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toMatch(/<script>alert|<img src=x/)
})

// attack: oversized-request
test('an invalid request, or one with an invalid host, is refused with a problem document', async () => {
  const { request } = await import('node:http')
  const refused = (headers: Record<string, string>, path = '/api/product') =>
    new Promise<{ status: number | undefined; type: string | undefined }>((resolve, reject) => {
      const { hostname, port } = new URL(shop.url)
      request({ hostname, port, path, headers }, (response) => {
        response.resume()
        resolve({ status: response.statusCode, type: response.headers['content-type'] })
      })
        .on('error', reject)
        .end()
    })
  const problem = (status: number) => ({ status, type: 'application/problem+json' })
  expect(await refused({ Host: 'evil host' }, '/api/nothing')).toEqual(problem(400))
  expect(await refused({ 'X-Long': 'x'.repeat(20_000) })).toEqual(problem(431))
  expect(await refused({}, '/api/nothing\\..')).toEqual(problem(400))
})
