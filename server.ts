import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createApp, type PageHandler } from '#app/app.ts'
import { openShop } from '#app/open-shop.ts'
import { type Config, ConfigError, readConfig } from '#kit/config/config.ts'
import { nonceContext, shopContext } from '#kit/http/page-context.ts'
import { withPolicy } from '#kit/http/page-policy.ts'
import { runUntilStopped } from '#kit/http/run-server.ts'

const config = configOrExit()
const { shop, database } = await openShop(config)
const app = createApp(shop, database, await builtPages())
await app.prepare()
const answer = getRequestListener((request, env) => app.fetch(request, env))
const server = createServer((request, response) => {
  if (!app.hotPath(request, response, () => answer(request, response))) answer(request, response)
})
await runUntilStopped({ server, shop, jobs: app.jobs, close: () => database.close() })

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

async function builtPages(): Promise<PageHandler> {
  // The build is made by `npm start`; a variable keeps the type checker from asking for it.
  const entry = new URL('./build/server/index.js', import.meta.url).href
  const build: ServerBuild = await import(entry)
  const render = createRequestHandler(build, 'production')
  return async (request, pageShop) => {
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    context.set(shopContext, pageShop)
    context.set(nonceContext, nonce)
    return withPolicy(await render(request, context), pageShop.config, nonce)
  }
}
