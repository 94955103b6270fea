import { OpenAPIHono } from '@hono/zod-openapi'
import {
  type Auth,
  accountsApi,
  addFactorRoutes,
  authRoutes,
  createAuth,
  createGuards,
  type Guards,
  newEmailApi,
  securityApi,
} from '#features/accounts/accounts.ts'
import { withGuards } from '#features/accounts/calls.ts'
import { hasCompany } from '#features/delivery/delivery.ts'
import { passwordsApi } from '#features/passwords/api.ts'
import type { Log } from '#kit/log.ts'
import { answerError, installRequestBasics, type RequestEnv } from '#kit/server/router.ts'
import { sandboxEndpoints } from '#sandboxes/google/endpoints.ts'
import { createCalls, ORIGIN, type Person, registerAdmin, type ShopCalls } from './customer.ts'
import { mailsIn } from './mailer.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** The routes of the accounts on an empty database, called without a port. */
export interface AccountsTest extends AsyncDisposable, Pick<ShopCalls, 'call' | 'register' | 'signIn'> {
  readonly shop: TestShop
  readonly auth: Auth
  readonly guards: Guards
  registerAdmin(email: string): Promise<Person>
}

export async function createAccountsTest(
  environment: Record<string, string> = {},
  log?: Log,
): Promise<AccountsTest> {
  const shop = Object.assign(await createTestShop(environment), log && { log })
  const auth = createAuth(shop, sandboxEndpoints(shop))
  const guards = createGuards(shop, auth, async () => false)
  const app = new OpenAPIHono<RequestEnv>()
  installRequestBasics(app, shop.log)
  app.onError(answerError)
  app.route('/', authRoutes(shop, auth, NOTHING_TO_CLEAR, guards, [addFactorRoutes]))
  app.use('/api/*', withGuards(guards))
  app.route('/api', accountsApi(shop, auth, guards.tokens, hasCompany))
  app.route('/api', securityApi(shop, auth))
  app.route('/api', passwordsApi(shop))
  app.route(
    '/api',
    newEmailApi(shop, auth, guards.tokens, async () => false),
  )
  const { call, register, signIn } = createCalls(ORIGIN, async (request) => app.fetch(request))
  return {
    shop,
    auth,
    guards,
    call,
    register,
    signIn,
    registerAdmin: (email) => registerAdmin(shop, { register }, { email }),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

/** Without carts and orders a reset has none to clear. */
const NOTHING_TO_CLEAR = { clear: async () => {}, finish: async () => {} }

/** The link in the newest mail to an address in the outbox. */
export async function outboxLink({ shop }: AccountsTest, email: string): Promise<string> {
  const mail = (await mailsIn(shop)).findLast(({ to }) => to === email)
  return /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

export const usersIn = ({ shop }: AccountsTest) =>
  shop.db.selectFrom('user').selectAll().orderBy('id').execute()
