import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { programFile } from '../../scripts/programs/programs.ts'
import type { Person } from './customer.ts'

const TIMEOUT_MS = 20_000

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  // WebGL without a graphics card, for the 3-D view.
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser context with one page: it shares cookies and storage with no other. */
export interface BrowserWindow {
  readonly page: Page
  /** Ignores later errors that match. */
  expectErrors(...patterns: readonly RegExp[]): void
  /**
   * Unexpected errors so far: console errors (`console: …`), uncaught errors (`error: …`), refused calls
   * (`500 GET /api/…`) and calls without a response (`net::ERR_… GET /api/…`).
   */
  errors(): readonly string[]
  leave(): Promise<void>
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: programFile('chromium'), args: FLAGS })
}

/** Opens a browser context for the site at `url`, without cookies or storage. */
export async function openWindow(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<BrowserWindow> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  countRequests(context)
  const expected: RegExp[] = []
  const errors: string[] = []
  const record = (error: string): void => {
    if (!expected.some((pattern) => pattern.test(error))) errors.push(error)
  }
  context.on('console', (message) => {
    // Refused and failed requests are recorded below, with their URL.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    record(`console: ${message.text()}`)
  })
  context.on('weberror', (event) => record(`error: ${event.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 400) record(`${response.status()} ${nameOf(response.request(), url)}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    // The browser aborts the requests of a page when it navigates to another.
    if (reason !== 'net::ERR_ABORTED') record(`${reason} ${nameOf(request, url)}`)
  })
  return {
    page: await context.newPage(),
    expectErrors: (...patterns) => expected.push(...patterns),
    errors: () => errors,
    leave: () => context.close(),
  }
}

/** The stored state of a session: the cookie and the access token. */
export function sessionOf({ cookie, token }: Person, origin: string) {
  const attributes = {
    domain: new URL(origin).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
  }
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), ...attributes, sameSite: 'Lax' as const }
  })
  return { cookies, origins: [{ origin, localStorage: [{ name: 'accessToken', value: token }] }] }
}

const nameOf = (request: Request, url: string): string =>
  `${request.method()} ${request.url().replace(url, '')}`

/** The requests of a context: how many were sent, and those that are not answered yet. */
interface Requests {
  sent: number
  readonly open: Set<Request>
}

const requestsOf = new WeakMap<BrowserContext, Requests>()

function countRequests(context: BrowserContext): void {
  const requests: Requests = { sent: 0, open: new Set() }
  requestsOf.set(context, requests)
  context.on('request', (request) => {
    requests.sent += 1
    requests.open.add(request)
  })
  const close = (request: Request) => requests.open.delete(request)
  context.on('requestfinished', close)
  context.on('requestfailed', close)
}

/** How often in succession a page has to have nothing to do. */
const CALM_TURNS = 3

/**
 * Waits until every request is answered and the page has done what follows from the answers. The state `networkidle` is half
 * a second without a request: for a busy processor too little, and for each of hundreds of pages too much.
 */
export async function settled(page: Page): Promise<void> {
  const requests = requestsOf.get(page.context())
  await page.waitForLoadState('load')
  if (!requests) return page.waitForLoadState('networkidle')
  const deadline = Date.now() + TIMEOUT_MS
  for (let calm = 0; calm < CALM_TURNS; ) {
    const { sent } = requests
    // A page that is left meanwhile is not calm.
    const isIdle = await page
      .evaluate(() => new Promise<void>((idle) => setTimeout(() => requestIdleCallback(() => idle()), 30)))
      .then(
        () => true,
        () => false,
      )
    calm = isIdle && requests.open.size === 0 && requests.sent === sent ? calm + 1 : 0
    if (Date.now() > deadline)
      throw new Error(`Not answered: ${[...requests.open].map((request) => request.url())}`)
  }
}

/** Waits until a page has what it loads. */
export async function loaded(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('heading', { level: 1 }).first().waitFor()
  await settled(page)
  // The first model that a shop makes takes a while.
  await main.locator('.animate-spin').first().waitFor({ state: 'detached', timeout: 60_000 })
}
