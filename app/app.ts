import { randomBytes } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import {
  authRoutes,
  createAuth,
  createGuards,
  ensureFirstAdmin,
  googleSandboxRoutes,
} from '#features/accounts/accounts.ts'
import { seedDemoProducts } from '#features/catalog/catalog.ts'
import { drawingRoutes } from '#features/catalog/drawings.ts'
import { createGateway, paymentJobs } from '#features/payments/payments.ts'
import { seedDemoReviews } from '#features/reviews/reviews.ts'
import type { Database } from '#kit/db/db.ts'
import { pageHeaders, secureHeaders } from '#kit/http/headers.ts'
import { forgetOldHits } from '#kit/http/rate-limit.ts'
import { answerError, installRequestBasics, type RequestEnv } from '#kit/http/router.ts'
import type { Job } from '#kit/jobs.ts'
import { createMailer } from '#kit/mail/mailer.ts'
import { sandboxMailRoutes } from '#kit/mail/sandbox-page.ts'
import type { Shop } from '#kit/shop.ts'
import { createApi } from './api.ts'

const MINUTE_MS = 60_000

/** Renders a page: React Router's handler, given what its loaders need. */
export type PageHandler = (request: Request, context: { shop: Shop; nonce: string }) => Promise<Response>

/** What runs in one process: the web application and the work that comes round. */
export interface App {
  fetch(request: Request, env?: unknown): Response | Promise<Response>
  readonly jobs: readonly Job[]
  /** Fills an empty shop and makes the first admin; what there is to say of it is logged. */
  prepare(): Promise<void>
}

/** Puts the shop together. It never listens: tests hand it requests, the server a socket. */
export function createApp(shop: Shop, database: Database, renderPage?: PageHandler): App {
  const app = new Hono<RequestEnv>()
  const auth = createAuth(shop)
  const guards = createGuards(shop)
  const gateway = createGateway(shop, (event) => deliverTo(app, event))
  const mailer = createMailer(shop)

  installRequestBasics(app, shop.log)
  app.onError(answerError)
  app.use(secureHeaders(shop.config))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    await database.ping()
    return c.json({ status: 'ok' })
  })
  app.route('/', authRoutes(shop, auth))
  app.route('/', createApi(shop, auth, guards, gateway))
  if (gateway.mode === 'sandbox') app.route('/sandbox/stripe', gateway.publicRoutes)
  if (shop.config.googleMode === 'sandbox') app.route('/sandbox/google', googleSandboxRoutes(shop))
  if (!shop.config.smtp) app.route('/', sandboxMailRoutes(shop))
  app.route('/', drawingRoutes())
  if (renderPage) installPages(app, shop, renderPage)

  return {
    fetch: (request, env) => app.fetch(request, env as object),
    jobs: [
      ...gateway.jobs,
      ...paymentJobs(shop, gateway),
      mailer.job,
      { name: 'forget old hits', everyMs: MINUTE_MS, run: () => forgetOldHits(shop) },
    ],
    prepare: async () => {
      if (shop.config.seed === 'demo') {
        await seedDemoProducts(shop)
        await seedDemoReviews(shop)
      }
      announceAdmin(await ensureFirstAdmin(shop, auth))
    },
  }
}

/** The sandbox's webhooks come in by the same door as the provider's. */
async function deliverTo(app: Hono<RequestEnv>, event: Request): Promise<Response> {
  return app.fetch(new Request('http://localhost/api/webhooks/stripe', event))
}

function installPages(app: Hono<RequestEnv>, shop: Shop, renderPage: PageHandler): void {
  app.use(
    '/assets/*',
    serveStatic({
      root: './build/client',
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.get('*', compress(), async (c) => {
    const nonce = randomBytes(16).toString('base64')
    const page = await renderPage(c.req.raw, { shop, nonce })
    return pageHeaders(page, shop.config, nonce)
  })
}

/** Says once, on the terminal only, how to get in as an admin. */
function announceAdmin(admin: Awaited<ReturnType<typeof ensureFirstAdmin>>): void {
  if (admin.kind === 'made-random') {
    process.stdout.write(`\nThe first admin: ${admin.email}, password ${admin.password} (shown this once)\n`)
  } else if (admin.kind === 'hint') {
    process.stdout.write(`\n${admin.hint}\n`)
  }
}
