import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { paymentSources } from '#features/payments/page-sources.ts'
import type { Config } from '#kit/config/config.ts'
import { nonceContext, shopContext } from '#kit/server/page-context.ts'
import { withPolicy } from '#kit/server/page-policy.ts'
import { listen, runUntilStopped } from '#kit/server/run-server.ts'
import { createDoorkeeper } from '#kit/server/unreadable.ts'
import { createApp, type PageHandler } from './app.ts'
import { openShop } from './open-shop.ts'

/** Opens the shop and serves it, with the built pages, until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const { shop, database } = await openShop(config)
  const app = createApp(shop, database, pages)
  const doorkeeper = createDoorkeeper(config)
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    errorHandler: doorkeeper.refuseRequest,
  })
  const preparing = Promise.withResolvers<void>()
  let isPrepared = false
  const serveOne = (request: IncomingMessage, response: ServerResponse): void => {
    if (!isPrepared && request.url === '/readyz') doorkeeper.refuseEarly(response)
    // A proxy sends people here as soon as the address is taken: they wait.
    else if (!isPrepared) preparing.promise.then(() => serveOne(request, response))
    else if (!app.hotPath.answer(request, response, () => answer(request, response)))
      answer(request, response)
  }
  // What Node would refuse in its own words is left to the shop's.
  const server = createServer({ requireHostHeader: false }, serveOne)
  server.on('checkExpectation', serveOne)
  server.on('clientError', doorkeeper.refuseBytes)
  await listen(server, config)
  if (config.metrics) {
    const routes = [...app.routes, ...pageRoutes()]
    // Loaded only when it is asked for.
    const { openMetrics } = await import('./metrics.ts')
    await openMetrics(config.metrics, { shop, database, server, routes })
  }
  await app.prepare()
  isPrepared = true
  preparing.resolve()
  // The first visitor need not wait for the first rendering; a page that fails says so when it is asked for.
  app.hotPath.warm('/').catch(() => undefined)
  const close = async (): Promise<void> => {
    await app.close()
    await database.close()
  }
  runUntilStopped({ server, shop, jobs: app.jobs, close })
}

const render = createRequestHandler(build, 'production')

const pages: PageHandler = async (request, shop) => {
  const nonce = randomBytes(16).toString('base64')
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  context.set(nonceContext, nonce)
  return withPolicy(await render(request, context), nonce, paymentSources(shop.config))
}

/** The patterns of the pages, the one for unknown addresses left out. */
function pageRoutes(): { method: string; path: string }[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id]
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  return Object.keys(build.routes)
    .map((id) => ({ method: 'GET', path: pathOf(id) || '/' }))
    .filter(({ path }) => !path.endsWith('*'))
}
