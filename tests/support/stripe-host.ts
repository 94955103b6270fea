import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { BrowserContext, Request as BrowserRequest, Route } from 'playwright-core'
import Stripe from 'stripe'
import { build } from 'vite'
import { startJobs } from '#kit/jobs.ts'
import { createStripeSandbox } from '#sandboxes/payments/stripe-sandbox.ts'
import { createTestShop } from './test-shop.ts'

const KEYS = {
  secretKey: 'sk_test_for_this_test_alone',
  publishableKey: 'pk_test_for_this_test_alone',
  webhookSecret: 'whsec_for_this_test_alone',
}

/** Serves the hosts of Stripe with a payment sandbox that is separate from the shop. */
export interface StripeHost extends AsyncDisposable {
  /** The environment variables of a shop that uses this host as Stripe. */
  readonly environment: Readonly<Record<string, string>>
  /** Sends webhooks to the shop from now on; `webhooks` has the response statuses. */
  sendWebhooks(shopUrl: string): void
  readonly webhooks: readonly number[]
  /** The SDK with the secret key, for actions of the shop owner in the Stripe Dashboard. */
  readonly owner: Stripe
  /** Answers the requests of a browser to the hosts of Stripe. */
  routeBrowser(context: BrowserContext): Promise<void>
}

export async function startStripeHost(): Promise<StripeHost> {
  const resources = new AsyncDisposableStack()
  const shop = resources.use(await createTestShop())
  const webhooks: number[] = []
  let deliver = async (_request: Request): Promise<Response> => new Response(null, { status: 503 })
  const sandbox = createStripeSandbox(shop, {
    ...KEYS,
    deliver: async (request) => {
      const answer = await deliver(request)
      webhooks.push(answer.status)
      return answer
    },
  })
  const server = createServer(getRequestListener(sandbox.internal))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  resources.defer(async () => {
    server.closeAllConnections()
    server.close()
  })
  resources.defer(startJobs([sandbox.job], { log: shop.log }))
  const script = await stripeScript()
  const { port } = server.address() as AddressInfo
  return {
    environment: {
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
    },
    webhooks,
    owner: new Stripe(KEYS.secretKey, { protocol: 'http', host: '127.0.0.1', port, telemetry: false }),
    sendWebhooks: (shopUrl) => {
      deliver = async (request) =>
        fetch(`${shopUrl}/api/webhooks/stripe`, {
          method: 'POST',
          headers: request.headers,
          body: await request.text(),
        })
    },
    routeBrowser: async (context) => {
      await context.route('https://js.stripe.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      )
      await context.route('https://api.stripe.com/**', (route) => answer(route, sandbox.publicRoutes.fetch))
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** The browser script of the sandbox, as `window.Stripe`. */
async function stripeScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: 'sandboxes/payments/browser/sandbox-stripe.ts',
        formats: ['iife'],
        name: 'Sandbox',
      },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  if (!bundle || !('output' in bundle)) throw new Error('The script was not built.')
  const stripe = `(key) => Sandbox.createSandboxStripe(key, 'https://api.stripe.com/v1')`
  return `${bundle.output[0].code}\nwindow.Stripe = Object.assign(${stripe}, { version: 'endive' })`
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type',
}

async function answer(route: Route, fetch: (request: Request) => Response | Promise<Response>) {
  const browserRequest = route.request()
  if (browserRequest.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS })
  const response = await fetch(await toRequest(browserRequest))
  await route.fulfill({
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...CORS },
    body: await response.text(),
  })
}

async function toRequest(browserRequest: BrowserRequest): Promise<Request> {
  const body = browserRequest.postData()
  return new Request(browserRequest.url(), {
    method: browserRequest.method(),
    headers: await browserRequest.allHeaders(),
    ...(body !== null && { body }),
  })
}
