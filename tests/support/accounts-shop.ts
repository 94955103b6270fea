import { OpenAPIHono } from '@hono/zod-openapi'
import {
  type Auth,
  accountsApi,
  authRoutes,
  createAuth,
  createGuards,
  type Guards,
} from '#features/accounts/accounts.ts'
import { answerError, installRequestBasics, type RequestEnv } from '#kit/server/router.ts'
import { sandboxEndpoints } from '#sandboxes/google/endpoints.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

export const ORIGIN = 'http://localhost:3000'
export const PASSWORD = 'correct horse battery'

/** The accounts' part of the shop on an empty database, called without a socket. */
export interface AccountsTest extends AsyncDisposable {
  readonly shop: TestShop
  readonly auth: Auth
  readonly guards: Guards
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

interface CallOptions {
  readonly body?: unknown
  readonly cookie?: string
  readonly token?: string
  readonly headers?: Record<string, string>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came.
  readonly body: any
  /** The session cookie as it is sent back, when one was set. */
  readonly cookie: string
}

export async function createAccountsTest(environment: Record<string, string> = {}): Promise<AccountsTest> {
  const shop = await createTestShop(environment)
  const auth = createAuth(shop, sandboxEndpoints(shop))
  const guards = createGuards(shop)
  const app = new OpenAPIHono<RequestEnv>()
  installRequestBasics(app, shop.log)
  app.onError(answerError)
  app.route('/', authRoutes(shop, auth))
  app.route('/api', accountsApi(shop, auth, guards))
  return {
    shop,
    auth,
    guards,
    call: async (method, path, options = {}) => read(await app.request(path, requestOf(method, options))),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

function requestOf(method: string, { body, cookie, token, headers }: CallOptions): RequestInit {
  return {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return {
    status: response.status,
    headers: response.headers,
    body: json && text ? JSON.parse(text) : text,
    cookie: cookies.filter((pair) => pair.includes('session_token')).join('; '),
  }
}

export interface Person {
  readonly email: string
  readonly cookie: string
  readonly token: string
}

/** Signs somebody up as the register page does. */
export async function register({ call }: AccountsTest, email: string, name = 'A Buyer'): Promise<Person> {
  const signedUp = await call('POST', '/api/auth/sign-up/email', {
    body: { name, email, password: PASSWORD },
  })
  if (signedUp.status !== 200) throw new Error(`sign-up answered ${signedUp.status}`)
  const { body } = await call('POST', '/api/login', { body: { email }, cookie: signedUp.cookie })
  return { email, cookie: signedUp.cookie, token: body.token }
}

/** The same, with a confirmed address and the role of an admin. */
export async function registerAdmin(test: AccountsTest, email: string): Promise<Person> {
  const person = await register(test, email, 'An Admin')
  await test.shop.db
    .updateTable('user')
    .set({ role: 'admin', emailVerified: 1 })
    .where('email', '=', email)
    .execute()
  return person
}

/** The address in the newest mail to somebody, as the outbox has it. */
export async function mailedLink({ shop }: AccountsTest, email: string): Promise<string> {
  const mail = await shop.db
    .selectFrom('mails')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /https?:\/\/\S+/.exec(mail.text)?.[0] ?? ''
}
