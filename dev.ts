import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import type { PageHandler } from '#app/app.ts'
import { readConfig } from '#app/config.ts'
import { openShop } from '#app/open-shop.ts'
import { mayAct } from '#kit/backup/waiting-restore.ts'
import { listen, runUntilStopped } from '#kit/server/run-server.ts'

/** Serves pages and calls on one port, with hot reload; a changed server file needs no restart. */
const { shop, database } = await openShop(readConfig(process.env))
const server = createServer()
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })

type AppModule = typeof import('./app/app.ts')
type ContextModule = typeof import('#kit/rendering/page-context.ts')
type AddressesModule = typeof import('#kit/public-cache/public-addresses.ts')

let loaded: { module: AppModule; build: ServerBuild; app: ReturnType<AppModule['createApp']> } | undefined

/** The application of the current files; a changed file creates a new one with an empty cache. */
async function currentApp() {
  const module = (await vite.ssrLoadModule('/app/app.ts')) as AppModule
  const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
  if (loaded?.module !== module || loaded.build !== build) {
    const { publicPages } = (await vite.ssrLoadModule(
      '#kit/public-cache/public-addresses.ts',
    )) as AddressesModule
    const pages = { render: await pageHandler(build), publicAddresses: publicPages(build.routes) }
    loaded = { module, build, app: module.createApp(shop, database, pages) }
  }
  return loaded.app
}

async function pageHandler(build: ServerBuild): Promise<PageHandler> {
  const { shopContext, callerContext, nonceContext } = (await vite.ssrLoadModule(
    '#kit/rendering/page-context.ts',
  )) as ContextModule
  const render = createRequestHandler(build, 'development')
  return (request, pageShop, caller) => {
    const context = new RouterContextProvider()
    context.set(shopContext, pageShop)
    context.set(callerContext, caller)
    // No content security policy in development: Vite's scripts have no nonce.
    context.set(nonceContext, '')
    return render(request, context)
  }
}

const app = await currentApp()
await app.prepare()
const answer = getRequestListener(async (request, env) => (await currentApp()).fetch(request, env))
server.on('request', (request, response) => {
  vite.middlewares(request, response, () => void answer(request, response))
})
await listen(server, shop.config)
runUntilStopped({
  server,
  shop,
  jobs: app.jobs,
  mayRunJobs: () => mayAct(shop),
  close: async () => {
    await vite.close()
    await app.close()
    await database.close()
  },
})
