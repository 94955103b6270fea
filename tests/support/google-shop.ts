import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '#app/app.ts'
import { createCalls, type ShopCalls } from './customer.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** What is typed on the sandbox's page; the address counts as verified by default. */
export interface GoogleAccount {
  readonly email: string
  readonly name?: string
  readonly verified?: boolean
}

/**
 * The whole shop on a port of its own, since signing in with Google sends requests to the shop itself. Two instances
 * answer alternately, as two processes behind one address would.
 */
export interface GoogleTest extends AsyncDisposable, Pick<ShopCalls, 'register'> {
  readonly shop: TestShop
  readonly origin: string
  browser(): TestBrowser
}

/** Keeps cookies by host and path as a browser does, and follows no redirect by itself. */
export interface TestBrowser {
  get(path: string): Promise<BrowserResponse>
  post(path: string, body: object): Promise<BrowserResponse>
  submit(path: string, fields: Record<string, string>): Promise<BrowserResponse>
  readonly cookies: CookieJar
}

export interface BrowserResponse {
  readonly status: number
  readonly headers: Headers
  /** Where a redirect leads, absolute; empty when it is none. */
  readonly location: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came.
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
      if (!next) throw new Error('no instance is left')
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

/** Starts signing in; resolves to the address of the provider's page. */
export async function startGoogleSignIn(browser: TestBrowser, callbackURL = '/signed-in'): Promise<string> {
  const begun = await browser.post('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL,
    errorCallbackURL: '/login',
  })
  if (begun.status !== 200) throw new Error(`signing in did not begin: ${begun.status}`)
  return (await browser.get(begun.body.url)).location
}

/** Submits the provider's page; resolves to the address that leads back to the shop. */
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

/** Signs in; resolves to the page that the shop redirects to in the end. */
export async function signInWithGoogle(
  browser: TestBrowser,
  account: GoogleAccount,
  callbackURL?: string,
): Promise<URL> {
  const back = await submitGoogleForm(browser, await startGoogleSignIn(browser, callbackURL), account)
  return new URL((await browser.get(back)).location)
}

/** Whom the browser's cookie says is signed in. */
export async function signedInUser(browser: TestBrowser): Promise<BrowserResponse['body']> {
  return (await browser.get('/api/auth/get-session')).body?.user ?? null
}

type CookieJar = Map<string, { readonly value: string; readonly path: string }>

function createBrowser(origin: string): TestBrowser {
  const cookies: CookieJar = new Map()
  const send = async (path: string, init: RequestInit = {}): Promise<BrowserResponse> => {
    const url = new URL(path, origin)
    const cookie = [...cookies]
      .filter(([, { path: bound }]) => url.pathname.startsWith(bound))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
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

function keepCookie(cookies: CookieJar, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  const attribute = (wanted: string): string | undefined =>
    attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
  const expires = attribute('expires')
  const isOver = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now())
  if (isOver) cookies.delete(name)
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
