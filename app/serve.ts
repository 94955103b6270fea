import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { loadHolidays } from '#features/delivery/delivery.ts'
import { paymentSources } from '#features/payments/page-sources.ts'
import { giveShopId } from '#features/payments/payments.ts'
import type { Config } from '#kit/config/config.ts'
import { copyFirstShop } from '#kit/config/first-shop.ts'
import { claimBucketAtStart } from '#kit/files/bucket-owner.ts'
import { startWatchdog } from '#kit/health/watchdog.ts'
import { pagePaths, publicPages } from '#kit/public-cache/public-addresses.ts'
import { sendFromMemory } from '#kit/public-cache/public-cache-handlers.ts'
import { callerContext, nonceContext, shopContext } from '#kit/rendering/page-context.ts'
import { withPolicy } from '#kit/rendering/page-policy.ts'
import { createFallbackResponses } from '#kit/server/fallback-responses.ts'
import { listen, runUntilStopped } from '#kit/server/run-server.ts'
import { createApp, type PageHandler } from './app.ts'
import { openShop } from './open-shop.ts'

/** Opens the shop and serves it with the built pages until it is stopped. */
export async function serve(config: Config): Promise<void> {
  await copyFirstShop(config, giveShopId)
  const { shop, database } = await openShop(config)
  await claimBucketAtStart(shop)
  const app = createApp(shop, database, { render: renderPage, publicAddresses: publicPages(build.routes) })
  const fallback = createFallbackResponses(config)
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    errorHandler: fallback.refuseRequest,
  })
  const preparing = Promise.withResolvers<void>()
  let isPrepared = false
  const serveOne = (request: IncomingMessage, response: ServerResponse): void => {
    if (!isPrepared && request.url === '/readyz') fallback.refuseEarly(response)
    // A proxy sends requests as soon as the server listens: they wait.
    else if (!isPrepared) preparing.promise.then(() => serveOne(request, response))
    else if (!sendFromMemory(app.publicCache, request, response)) answer(request, response)
  }
  // Requests that Node would refuse get a refusal of the shop.
  const server = createServer({ requireHostHeader: false }, serveOne)
  server.on('checkExpectation', serveOne)
  server.on('clientError', fallback.refuseBytes)
  await listen(server, config)
  if (config.metrics) {
    const routes = [...app.routes, ...pageRoutes()]
    // Loaded only when metrics are on.
    const { openMetrics } = await import('./metrics.ts')
    await openMetrics(config.metrics, { shop, database, server, app, routes })
  }
  await app.prepare()
  isPrepared = true
  preparing.resolve()
  setImmediate(loadHolidays)
  const close = async (): Promise<void> => {
    await app.close()
    await database.close()
  }
  startWatchdog(config)
  runUntilStopped({ server, shop, jobs: app.jobs, mayRunJobs: app.health.mayRunJobs, close })
}

const render = createRequestHandler(build, 'production')

const renderPage: PageHandler = async (request, shop, caller) => {
  const nonce = randomBytes(16).toString('base64')
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(callerContext, caller)
  context.set(nonceContext, nonce)
  return withPolicy(await render(request, context), nonce, paymentSources(shop.config))
}

/** The patterns of the pages, without the one for unknown addresses. */
const pageRoutes = (): { method: string; path: string }[] =>
  pagePaths(build.routes)
    .filter(({ path }) => !path.endsWith('*'))
    .map(({ path }) => ({ method: 'GET', path }))
