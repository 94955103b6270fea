import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { drawingRoutes } from '#demo/drawing-routes.ts'
import {
  authRoutes,
  createAuth,
  createGuards,
  ensureFirstAdmin,
  forgetDeadSessions,
  googleSandboxRoutes,
} from '#features/accounts/accounts.ts'
import { seedDemoProducts } from '#features/catalog/catalog.ts'
import { siteFileRoutes } from '#features/home/site-files.ts'
import { orderMailTemplates, remindJob } from '#features/orders/orders.ts'
import { createGateway, paymentJobs, strayRefundHealth } from '#features/payments/payments.ts'
import { seedDemoReviews } from '#features/reviews/reviews.ts'
import type { Database } from '#kit/db/db.ts'
import { type PublicVersion, watchPublicVersion } from '#kit/db/public-version.ts'
import type { Job } from '#kit/jobs.ts'
import { forgetOldMails } from '#kit/mail/forget-mails.ts'
import { createMailer, mailHealth } from '#kit/mail/mailer.ts'
import { secureHeaders } from '#kit/server/headers.ts'
import { redirectToPageAddress } from '#kit/server/page-address.ts'
import { createHotPath, type HotPath, type PublicPaths } from '#kit/server/public-cache.ts'
import { forgetOldHits } from '#kit/server/rate-limit.ts'
import { answerError, installRequestBasics, type RequestEnv, unknownAddress } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxMailRoutes } from '#sandboxes/mail/mail-page.ts'
import { createApi } from './api.ts'

const MINUTE_MS = 60_000

/** Public answers that are the same for everyone, with the parameters that make a difference. */
const PUBLIC_PATHS: PublicPaths = {
  '/': ['q', 'sort', 'page', 'after'],
  '/blog': [],
  '/portfolio': [],
  '/login': ['returnTo', 'error'],
  '/register': ['returnTo'],
  '/forgotpass': [],
  '/terms': [],
  '/dashboard': [],
  '/api/product': ['q', 'sort', 'limit', 'after'],
  '/api/rating': [],
}

/** Renders a page, with the headers that a page has. */
export type PageHandler = (request: Request, shop: Shop) => Promise<Response>

/** What runs in one process: the web application and the work that comes round. */
export interface App {
  fetch(request: Request, env?: unknown): Response | Promise<Response>
  readonly jobs: readonly Job[]
  /** The patterns of all routes. */
  readonly routes: readonly { method: string; path: string }[]
  /** Public answers from memory, for the server to try first. */
  readonly hotPath: HotPath
  /** Fills an empty shop and makes the first admin; what there is to say of it is logged. */
  prepare(): Promise<void>
}

/** Puts the shop together. It never listens: tests hand it requests, the server a socket. */
export function createApp(shop: Shop, database: Database, renderPage?: PageHandler): App {
  const app = new Hono<RequestEnv>()
  const auth = createAuth(shop)
  const guards = createGuards(shop)
  const gateway = createGateway(shop, (event) => deliverTo(app, event))
  const mailer = createMailer(shop, orderMailTemplates)
  const version = watchPublicVersion(shop.db)

  // First, so that what any other refuses carries them too.
  app.use(secureHeaders(shop.config))
  installRequestBasics(app, shop.log)
  app.onError(answerError)
  app.notFound(unknownAddress)
  app.use('/api/*', expireAfterWrites(version))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    await database.ping()
    return c.json({ status: 'ok', ...(await warnings(shop)) })
  })
  app.route('/', authRoutes(shop, auth))
  app.route('/', createApi(shop, auth, guards, gateway))
  if (gateway.mode === 'sandbox') app.route('/sandbox/stripe', gateway.publicRoutes)
  if (shop.config.googleMode === 'sandbox') app.route('/sandbox/google', googleSandboxRoutes(shop))
  if (!shop.config.smtp) app.route('/', sandboxMailRoutes(shop))
  app.route('/', drawingRoutes())
  app.route('/', siteFileRoutes(shop.config))
  if (renderPage) installPages(app, shop, renderPage)

  return {
    fetch: (request, env) => app.fetch(request, env as object),
    routes: app.routes,
    hotPath: createHotPath({
      paths: PUBLIC_PATHS,
      version,
      render: async (path) => app.fetch(new Request(new URL(path, shop.config.publicUrl))),
    }),
    jobs: [
      ...gateway.jobs,
      ...paymentJobs(shop, gateway),
      remindJob(shop),
      mailer.job,
      { name: 'forget old mails', everyMs: MINUTE_MS, run: () => forgetOldMails(shop) },
      { name: 'forget old hits', everyMs: MINUTE_MS, run: () => forgetOldHits(shop) },
      { name: 'forget dead sessions', everyMs: 10 * MINUTE_MS, run: () => forgetDeadSessions(shop) },
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

/** What does not keep the process from serving, yet wants somebody's eye. */
async function warnings(shop: Shop): Promise<{ warnings?: string[] }> {
  const [mails, refunds] = await Promise.all([mailHealth(shop), strayRefundHealth(shop)])
  const warnings = [
    ...(mails.failing > 0 ? [`mails that could not be sent and are tried again: ${mails.failing}`] : []),
    ...(refunds.failing > 0 ? [`refunds that failed and are tried again: ${refunds.failing}`] : []),
  ]
  return warnings.length > 0 ? { warnings } : {}
}

/** Whoever changed something through this process sees it at once, through this process. */
function expireAfterWrites(version: PublicVersion): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') version.expire()
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
  // A file of another release is no page: browsers would keep a redirect of its name for good.
  app.get('/assets/*', unknownAddress)
  app.get('*', redirectToPageAddress, compress(), (c) => renderPage(c.req.raw, shop))
}

/** Says once, on the terminal only, how to get in as an admin. */
function announceAdmin(admin: Awaited<ReturnType<typeof ensureFirstAdmin>>): void {
  if (admin.kind === 'made-random') {
    process.stdout.write(`\nThe first admin: ${admin.email}, password ${admin.password} (shown this once)\n`)
  } else if (admin.kind === 'hint') {
    process.stdout.write(`\n${admin.hint}\n`)
  }
}
