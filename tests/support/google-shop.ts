import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '#app/app.ts'
import { createCalls, type ShopCalls } from './customer.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** The input on the page of the Google sandbox. The e-mail address is verified by default. */
export interface GoogleAccount {
  readonly email: string
  readonly name?: string
  readonly verified?: boolean
}

/**
 * The whole shop on its own port, because a sign-in with Google sends requests to the shop. Two instances answer
 * alternately, like two processes behind a load balancer.
 */
export interface GoogleTest extends AsyncDisposable, Pick<ShopCalls, 'register'> {
  readonly shop: TestShop
  readonly origin: string
  browser(): TestBrowser
}

/** Stores cookies by path like a browser. It does not follow redirects. */
export interface TestBrowser {
  get(path: string): Promise<BrowserResponse>
  post(path: string, body: object): Promise<BrowserResponse>
  submit(path: string, fields: Record<string, string>): Promise<BrowserResponse>
  readonly cookies: CookieJar
}

export interface BrowserResponse {
  readonly status: number
  readonly headers: Headers
  /** The absolute URL of a redirect; empty without one. */
  readonly location: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every type.
  readonly body: any
}

export async function createGoogleTest(environment: Record<string, string> = {}): Promise<GoogleTest> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const shop = await createTestShop({ PORT: String(port), PUBLIC_URL: origin, ...environment })
  const apps = [createApp(shop, shop.database), createApp(shop, shop.database)]
  server.on(
    'request',
    getRequestListener(async (request, env) => {
      const next = apps.shift()
      if (!next) throw new Error('There is no instance.')
      apps.push(next)
      return next.fetch(request, env)
    }),
  )
  return {
    shop,
    origin,
    register: createCalls(origin, fetch).register,
    browser: () => createBrowser(origin),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await shop[Symbol.asyncDispose]()
    },
  }
}

/** Starts a sign-in; resolves to the URL of the page of the provider. */
export async function startGoogleSignIn(browser: TestBrowser, callbackURL = '/signed-in'): Promise<string> {
  const started = await browser.post('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL,
    errorCallbackURL: '/login',
  })
  if (started.status !== 200) throw new Error(`The sign-in did not start: ${started.status}`)
  return (await browser.get(started.body.url)).location
}

/** Submits the page of the provider; resolves to the callback URL of the shop. */
export async function submitGoogleForm(
  browser: TestBrowser,
  page: string,
  account: GoogleAccount,
): Promise<string> {
  const { email, name = '', verified = true } = account
  const sent = await browser.submit(page, {
    decision: 'continue',
    name,
    email,
    ...(verified && { verified: 'yes' }),
  })
  return (await browser.get(sent.location)).location
}

/** Signs in; resolves to the last redirect target. */
export async function signInWithGoogle(
  browser: TestBrowser,
  account: GoogleAccount,
  callbackURL?: string,
): Promise<URL> {
  const callback = await submitGoogleForm(browser, await startGoogleSignIn(browser, callbackURL), account)
  return new URL((await browser.get(callback)).location)
}

/** The user of the session cookie, or null. */
export async function signedInUser(browser: TestBrowser): Promise<BrowserResponse['body']> {
  return (await browser.get('/api/auth/get-session')).body?.user ?? null
}

type CookieJar = Map<string, { readonly value: string; readonly path: string }>

function createBrowser(origin: string): TestBrowser {
  const cookies: CookieJar = new Map()
  const send = async (path: string, init: RequestInit = {}): Promise<BrowserResponse> => {
    const url = new URL(path, origin)
    const cookie = [...cookies]
      .filter(([, { path: cookiePath }]) => url.pathname.startsWith(cookiePath))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    return readResponse(response, url)
  }
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  return {
    cookies,
    get: (path) => send(path),
    post: (path, body) =>
      send(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    submit: (path, fields) => send(path, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  }
}

function storeCookie(cookies: CookieJar, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  const attribute = (name: string): string | undefined =>
    attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const expires = attribute('expires')
  const isExpired =
    attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
  if (isExpired) cookies.delete(name)
  else cookies.set(name, { value, path: attribute('path') ?? '/' })
}

async function readResponse(response: Response, url: URL): Promise<BrowserResponse> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  const location = response.headers.get('location')
  return {
    status: response.status,
    headers: response.headers,
    location: location === null ? '' : new URL(location, url).href,
    body: isJson && text ? JSON.parse(text) : text,
  }
}
