import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Config } from '#kit/config/config.ts'
import { nonceContext, shopContext } from '#kit/http/page-context.ts'
import { withPolicy } from '#kit/http/page-policy.ts'
import { listen, runUntilStopped } from '#kit/http/run-server.ts'
import { createApp, type PageHandler } from './app.ts'
import { openShop } from './open-shop.ts'

/** Opens the shop and serves it, with the built pages, until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const { shop, database } = await openShop(config)
  const app = createApp(shop, database, await builtPages())
  const answer = getRequestListener((request, env) => app.fetch(request, env))
  let isPrepared = false
  const server = createServer((request, response) => {
    if (!isPrepared) response.writeHead(503, { 'Retry-After': '1' }).end()
    else if (!app.hotPath(request, response, () => answer(request, response))) answer(request, response)
  })
  await listen(server, config)
  await app.prepare()
  isPrepared = true
  runUntilStopped({ server, shop, jobs: app.jobs, close: () => database.close() })
}

async function builtPages(): Promise<PageHandler> {
  // The build is made by `npm start`; a variable keeps the type checker from asking for it.
  const entry = new URL('../build/server/index.js', import.meta.url).href
  const build: ServerBuild = await import(entry)
  const render = createRequestHandler(build, 'production')
  return async (request, shop) => {
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    context.set(nonceContext, nonce)
    return withPolicy(await render(request, context), shop.config, nonce)
  }
}
