import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { drawingRoutes } from '#demo/drawing-routes.ts'
import { seedDemo } from '#demo/seed.ts'
import {
  type Auth,
  addFactorRoutes,
  authRoutes,
  createAuth,
  createGuards,
  encryptFactorsAnew,
  ensureFirstAdmin,
} from '#features/accounts/accounts.ts'
import { AGREED_PATHS } from '#features/agreed-prices/api.ts'
import { PART_FILE_PATH, partFileRoutes } from '#features/catalog/api.ts'
import { IMPORT_PATHS } from '#features/catalog-import/api.ts'
import { createWorkbooks, finishImports, importJobs } from '#features/catalog-import/catalog-import.ts'
import { isInCompany } from '#features/companies/companies.ts'
import { OWN_NUMBERS_PATH } from '#features/company-numbers/api.ts'
import { isForMember } from '#features/company-numbers/company-numbers.ts'
import { approvalMailTemplates } from '#features/company-orders/company-orders.ts'
import { partDrawingRoutes, sharePictureRoutes } from '#features/documents/api.ts'
import { createDocuments, type Documents } from '#features/documents/documents.ts'
import { imageRoutes, UPLOAD_PATHS } from '#features/images/api.ts'
import { createImages } from '#features/images/images.ts'
import { createModelFiles, type ModelFiles } from '#features/models/models.ts'
import { offerMailTemplates } from '#features/offers/offers.ts'
import { messageMailTemplates } from '#features/order-messages/order-messages.ts'
import { holdReminderJob, onVerified, orderMailTemplates } from '#features/orders/orders.ts'
import { staffMailJob } from '#features/overview/overview.ts'
import { findFailedRefunds, paymentJobs } from '#features/payments/payments.ts'
import { plannedPricesJob } from '#features/planned-prices/planned-prices.ts'
import { refuseChangesToCopies, startsToWork } from '#features/restores/restores.ts'
import { returnMailTemplates } from '#features/returns/returns.ts'
import { mailSender } from '#features/settings/settings.ts'
import { asShop, jobAsShop } from '#features/site/as-shop.ts'
import { siteFileRoutes } from '#features/site/site-files.ts'
import { sitemapRoutes } from '#features/site/sitemap.ts'
import type { Database, Db } from '#kit/db/db.ts'
import { type Health, watchHealth } from '#kit/health/health.ts'
import { answerReadiness } from '#kit/health/readiness.ts'
import type { Job } from '#kit/jobs.ts'
import { mailJobs } from '#kit/mail/mailer.ts'
import { type PublicAddress, publicCalls } from '#kit/public-cache/public-addresses.ts'
import { createPublicCache, type PublicCache } from '#kit/public-cache/public-cache.ts'
import { withPublicCache } from '#kit/public-cache/public-cache-handlers.ts'
import { watchPublicChanges } from '#kit/public-cache/public-changes.ts'
import type { ReplicaSource } from '#kit/public-cache/public-renderer.ts'
import { createPurges, type Purges } from '#kit/public-cache/purges.ts'
import { positionsOf, watchReplica } from '#kit/public-cache/replica.ts'
import { redirectToPageAddress } from '#kit/rendering/page-address.ts'
import { callsOf } from '#kit/server/describe.ts'
import { ASSETS, secureHeaders } from '#kit/server/headers.ts'
import { callerAddress } from '#kit/server/rate-limit.ts'
import { answerError, installRequestBasics, type RequestEnv, unknownAddress } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { countText } from '#kit/text/count-text.ts'
import { createApi } from './api.ts'
import { createFirstReset } from './first-reset.ts'
import { handOver, upkeep } from './open-shop.ts'
import { chooseProviders } from './providers.ts'

handOver()

const NOT_STORED = { 'Cache-Control': 'no-store' }

/** Renders a page with its headers; `caller` is the network address of the caller. */
export type PageHandler = (request: Request, shop: Shop, caller: string) => Promise<Response>

/** The pages of a build. */
export interface Pages {
  readonly render: PageHandler
  /** The pages that are the same for everyone. */
  readonly publicAddresses: readonly PublicAddress[]
}

/** The web application and the periodic jobs of one process. */
export interface App {
  fetch(request: Request, env?: unknown): Response | Promise<Response>
  readonly jobs: readonly Job[]
  readonly health: Health
  /** The calls with their doors. */
  readonly calls: ReturnType<typeof callsOf>
  /** The patterns of all routes. */
  readonly routes: readonly { method: string; path: string }[]
  /** The cache of `fetch`, so that a server can look there first. */
  readonly publicCache: PublicCache
  /** Fills an empty shop with sample data, if configured, and creates the first admin. */
  prepare(): Promise<void>
  /** Closes the connections to providers; the database stays open. */
  close(): Promise<void>
}

/** Creates the shop without listening: tests call `fetch`, the server listens. */
export function createApp(shop: Shop, database: Database, pages?: Pages): App {
  const app = createBase(shop)
  const providers = chooseProviders(shop, (event) => deliverTo(app, event))
  const auth = createAuth(shop, providers.google, (trx, userId) => onVerified(trx, shop, userId))
  const guards = createGuards(shop, auth, (userId) => isInCompany(shop.db, userId))
  const firstReset = createFirstReset(shop, providers.gateway)
  const models = createModelFiles(shop)
  const pictures = pictureRoutes(shop, models, auth)
  const documents = createDocuments(shop, (path) => pictures.request(path), models)
  const images = createImages(shop)
  const workbooks = createWorkbooks(shop)
  const purges = createPurges(shop)
  const apiOf = (read: Shop) =>
    createApi(read, auth, guards, providers.gateway, documents, images, models, workbooks, providers.vat)
  const api = apiOf(shop)
  const source = database.replica && createReplicaSource(shop, database.replica, apiOf, pages)

  const health = installHealth(app, watchHealth(shop, database, source?.replica, alarms(shop, purges)))
  app.route('/', authRoutes(shop, auth, firstReset, guards, [addFactorRoutes]))
  app.route('/', api)
  app.route('/', providers.routes)
  app.route('/', pictures)
  app.route('/', partFileRoutes(shop))
  app.route('/', sitemapRoutes(shop))
  app.route('/', sharePictureRoutes(shop, documents))
  if (pages) installPages(app, shop, pages.render)

  const isOwn = isForMember(shop, guards.findUserBy)
  const publicCache = createPublicCache({
    addresses: [...publicCalls(api.openAPIRegistry.definitions), ...(pages?.publicAddresses ?? [])],
    changes: watchPublicChanges(shop.db),
    isCacheInFront: purges.isOn,
    now: shop.now,
    render: (url) => answerAnyone(app, shop, url),
    replica: source,
  })

  return {
    fetch: withPublicCache(publicCache, (request, env) => app.fetch(request, env as object), isOwn),
    calls: callsOf(api),
    routes: app.routes,
    publicCache,
    health,
    jobs: [
      ...providers.jobs,
      ...paymentJobs(shop, providers.gateway),
      firstReset.job,
      ...importJobs(shop),
      ...dueJobs(shop),
      ...mailJobs(shop, providers.mail, mailTemplates(documents)),
      ...purges.jobs,
      ...upkeep(shop),
    ].map(jobAsShop(shop)),
    prepare: async () => {
      if (await startsToWork(shop)) await finishImports(shop)
      if (shop.config.seed !== 'none') await seedDemo(shop, shop.config.seed)
      announceAdmin(await ensureFirstAdmin(shop, auth))
      await Promise.all([purges.purgeAll(), encryptFactorsAnew(shop)])
    },
    close: async () => {
      await documents.close()
      await images.close()
      await workbooks.close()
      await models.close()
      await providers.mail.close()
    },
  }
}

/** Apart from the other routes, so that no document can contain another one. */
const pictureRoutes = (shop: Shop, models: ModelFiles, auth: Pick<Auth, 'sessionOf'>) =>
  new Hono<RequestEnv>()
    .route('/', drawingRoutes(shop, models))
    .route('/', partDrawingRoutes(shop, models, auth.sessionOf))
    .route('/', imageRoutes(shop))
    .route('/', siteFileRoutes(shop.config))

/** The mails about orders, their approvals, what is written about them, their returns and offers, from the seller of the settings. */
function mailTemplates(documents: Documents) {
  const { byName, idsOf } = orderMailTemplates(documents.attachedPaper)
  return {
    byName: {
      ...byName,
      ...approvalMailTemplates,
      ...messageMailTemplates,
      ...returnMailTemplates,
      ...offerMailTemplates(documents),
    },
    idsOf,
    senderOf: mailSender,
  }
}

/** The jobs that do what its time has come for. */
const dueJobs = (shop: Shop): Job[] => [holdReminderJob(shop), staffMailJob(shop), plannedPricesJob(shop)]

/** An application without routes. */
function createBase(shop: Shop): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>()
  // First, so that every refusal has the headers too.
  app.use(secureHeaders(shop.config))
  installRequestBasics(app, shop.log, [
    ...UPLOAD_PATHS,
    ...IMPORT_PATHS,
    OWN_NUMBERS_PATH,
    PART_FILE_PATH,
    AGREED_PATHS,
  ])
  app.use(asShop(shop))
  app.use('/api/*', refuseChangesToCopies(shop))
  app.onError(answerError)
  app.notFound(unknownAddress)
  return app
}

/** The calls and pages as they read from a replica. The guards of calls are those of the shop. */
function createReplicaSource(
  shop: Shop,
  db: Db,
  apiOf: (read: Shop) => Hono<RequestEnv>,
  pages: Pages | undefined,
): ReplicaSource {
  const read = { ...shop, db, log: shop.log.child({ database: 'replica' }) }
  const app = createBase(read).route('/', apiOf(read))
  if (pages) installPages(app, read, pages.render)
  const replica = watchReplica(positionsOf(shop.db, db), shop.log)
  return { replica, render: (url) => answerAnyone(app, shop, url) }
}

/** What a request without any header gets. */
const answerAnyone = async (app: Hono<RequestEnv>, { config }: Shop, url: string): Promise<Response> =>
  app.fetch(new Request(new URL(url, config.publicUrl)))

function installHealth(app: Hono<RequestEnv>, health: Health): Health {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NOT_STORED))
  app.get('/readyz', (c) => answerReadiness(c, health))
  return health
}

/** How much fails and is tried again, or waits for an admin. */
const alarms = (shop: Shop, purges: Purges) => async () => {
  const [refunds, failingPurges] = await Promise.all([findFailedRefunds(shop.db), purges.countFailing()])
  return [
    ...(refunds.count > 0
      ? [`refunds that failed: ${countText({ total: refunds.count, isTotalCut: refunds.isTotalCut })}`]
      : []),
    ...(failingPurges > 0
      ? [`purges of the cache in front that failed and are tried again: ${failingPurges}`]
      : []),
  ]
}

/** Sends a webhook of the payment sandbox to the same address as the provider's webhooks. */
async function deliverTo(app: Hono<RequestEnv>, event: Request): Promise<Response> {
  return app.fetch(new Request('http://localhost/api/webhooks/stripe', event))
}

function installPages(app: Hono<RequestEnv>, shop: Shop, renderPage: PageHandler): void {
  app.use(
    `${ASSETS}*`,
    serveStatic({
      root: './build/client',
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  // A missing asset of another release must not be redirected: browsers cache a 308 permanently.
  app.get(`${ASSETS}*`, unknownAddress)
  app.get('*', redirectToPageAddress, compress(), (c) => renderPage(c.req.raw, shop, callerAddress(c, shop)))
}

/** Prints how to sign in as the first admin, once and never to the log. */
function announceAdmin(admin: Awaited<ReturnType<typeof ensureFirstAdmin>>): void {
  if (admin.kind === 'generated') {
    process.stdout.write(`\nThe first admin: ${admin.email}, password ${admin.password} (shown this once)\n`)
  } else if (admin.kind === 'hint') {
    process.stdout.write(`\n${admin.hint}\n`)
  }
}
