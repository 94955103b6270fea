import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { readConfig } from '#app/config.ts'
import { openShop } from '#app/open-shop.ts'
import { listen, runUntilStopped } from '#kit/server/run-server.ts'

/** Pages and calls in one process on one port, with hot reload; a change of a domain file needs no restart. */
const { shop, database } = await openShop(readConfig(process.env))
const server = createServer()
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })

type AppModule = typeof import('./app/app.ts')
type ContextModule = typeof import('#kit/server/page-context.ts')

let loaded: { module: AppModule; app: ReturnType<AppModule['createApp']> } | undefined

async function currentApp() {
  const module = (await vite.ssrLoadModule('/app/app.ts')) as AppModule
  if (loaded?.module !== module) {
    const app = module.createApp(shop, database, async (request, pageShop) => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      const { shopContext, nonceContext } = (await vite.ssrLoadModule(
        '#kit/server/page-context.ts',
      )) as ContextModule
      const context = new RouterContextProvider()
      context.set(shopContext, pageShop)
      // No policy while developing: what Vite puts into a page carries no nonce.
      context.set(nonceContext, '')
      return createRequestHandler(build, 'development')(request, context)
    })
    loaded = { module, app }
  }
  return loaded.app
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
  close: async () => {
    await vite.close()
    await app.close()
    await database.close()
  },
})
