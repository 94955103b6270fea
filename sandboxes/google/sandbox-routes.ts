import { type Context, Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import { refuseOtherOrigins } from '#features/accounts/accounts.ts'
import type { Config } from '#kit/config/config.ts'
import type { RequestEnv } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { sandboxPagePolicy } from '../page-layout.ts'
import { accountPage, expiredPage, readPerson } from './account-page.ts'
import { SANDBOX_PATH } from './endpoints.ts'
import { type NodeCall, toNodeCall } from './node-call.ts'
import type { SandboxProvider } from './sandbox-provider.ts'

/** The sign-in sandbox, for `/sandbox/google` and sandbox mode only: anyone can sign in as anyone. */
export function googleSandboxRoutes(shop: Shop): Hono<RequestEnv> {
  // The library is large, and many runs never use it.
  const sandbox = lazily(async () => {
    const { createSandboxProvider } = await import('./sandbox-provider.ts')
    return createSandboxProvider(shop)
  })
  const nodeCall = (c: Context): Promise<NodeCall> => toNodeCall(c, shop.config, SANDBOX_PATH)
  // The form's answer redirects to an origin of the shop. A policy cannot contain an IPv6 address.
  const formTargets = shop.config.trustedOrigins.filter((origin) => !origin.includes('['))
  const policy = sandboxPagePolicy(["'self'", ...formTargets])
  return new Hono<RequestEnv>()
    .use(async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
      c.header('Content-Security-Policy', policy)
    })
    .get('/interaction/:uid', async (c) => {
      const { provider } = await sandbox()
      return (await isInProgress(c, provider, await nodeCall(c)))
        ? c.html(accountPage(shop.config))
        : c.html(expiredPage(shop.config), 400)
    })
    .post('/interaction/:uid', async (c) => {
      refuseOtherOrigins(c, shop)
      return finish(c, shop.config, await sandbox(), await nodeCall(c))
    })
    .all('*', async (c) => {
      const { request, response, answer } = await nodeCall(c)
      const { provider } = await sandbox()
      await provider.callback()(request, response)
      return answer
    })
}

async function finish(
  c: Context,
  config: Config,
  { provider, people }: SandboxProvider,
  call: NodeCall,
): Promise<Response> {
  const { request, response, answer } = call
  if (!(await isInProgress(c, provider, call))) return c.html(expiredPage(config), 400)
  const form = await c.req.parseBody()
  if (form.decision === 'cancel') {
    await provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'The sign-in was cancelled.',
    })
    return answer
  }
  const { person, problem } = readPerson(form)
  if (!person) return c.html(accountPage(config, form, problem), 422)
  const accountId = await people.save(person)
  await provider.interactionFinished(request, response, { login: { accountId }, select_account: {} })
  return answer
}

/** Whether the sign-in with this uid was begun in this browser and is not finished. */
async function isInProgress(
  c: Context,
  provider: Provider,
  { request, response }: NodeCall,
): Promise<boolean> {
  try {
    return (await provider.interactionDetails(request, response)).uid === c.req.param('uid')
  } catch (error) {
    const { errors } = await import('oidc-provider')
    if (error instanceof errors.SessionNotFound) return false
    throw error
  }
}

/** Creates the value on the first call, once; after a failure the next call tries again. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
