import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { lineTotal, priceLine } from '#features/pricing/price-line.ts'
import { newId } from '#kit/id.ts'
import { centsToDollars } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { samplePart } from './sample-product.ts'

/** The origin of a shop without a port. */
export const ORIGIN = 'http://localhost:3000'

/** The password of all accounts that tests register. */
export const PASSWORD = 'a long sample password'

/** A signed-in user, with the credentials that a browser stores. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly cookie: string
}

/** A response with its body. `body` is the parsed JSON, untyped because tests also read refusals. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every type.
  readonly body: any
  /** The session cookie, in the format of the Cookie header; empty if none was set. */
  readonly cookie: string
}

interface CallOptions {
  readonly body?: unknown
  /** The caller; its access token is sent, as by the pages of the shop. */
  readonly as?: Person | undefined
  readonly token?: string
  readonly cookie?: string
  readonly headers?: Record<string, string>
}

interface Account {
  readonly name?: string
  readonly email?: string
}

/** Calls to a shop, through its port or directly by `app.fetch`. */
export interface ShopCalls {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Signs up a new user like the register page, with a unique e-mail address unless one is given. */
  register(account?: Account): Promise<Person>
  /** Signs in with an existing account. */
  signIn(account: { name?: string; email: string; password: string }): Promise<Person>
  /** Adds a product with valid default values. */
  addProduct(admin: Person, overrides?: Partial<Product>): Promise<Product>
  order(customer: Person, product: Product, quantity?: number): Promise<Order>
  /** The order as it is now, in the form in which it was placed: without its events, shipments and refunds. */
  readOrder(reader: Person, order: Pick<Order, '_id'>): Promise<Order>
  /** Starts the payment of an order; resolves to the client secret of its intent. */
  startPayment(customer: Person, order: Order): Promise<string>
  /** Confirms the card payment like the browser, with the publishable key. */
  confirmCard(clientSecret: string, cardNumber: string): Promise<Answer>
  /** Sends a transaction id to the shop, like the payment page. */
  settle(customer: Person, order: Order, transactionId: string): Promise<Answer>
  /** Pays with a card that succeeds, {@link GOOD_CARD} without one; resolves to the paid order. */
  pay(customer: Person, order: Order, card?: string): Promise<Order>
  /** Creates the payment link of an order; resolves to its token. */
  createLink(customer: Person, order: Order): Promise<string>
}

export const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'

const CONTACT = { phone: '+1 555 0100', address: '1 Sample Street, Sample Town' }

/** The request body of a valid order of that product. */
export const orderFor = (product: Product, quantity = 100, totalPrice?: number) => ({
  product: product.name,
  productId: product._id,
  quantity,
  totalPrice: totalPrice ?? lineTotal(product, quantity),
  ...CONTACT,
})

/** Some pieces of a product, for a line of an order. */
export interface Pieces {
  readonly product: Product
  readonly quantity: number
}

/** The request body of a valid order of these lines. */
export const orderOfLines = (lines: readonly Pieces[]) => ({
  lines: lines.map(({ product, quantity }) => ({ productId: product._id, quantity })),
  totalPrice: centsToDollars(
    lines.reduce((cents, { product, quantity }) => cents + priceLine(product, quantity).totalCents, 0),
  ),
  ...CONTACT,
})

/** The id of the payment intent of a client secret, which becomes the transaction id. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''

/** Calls the shop at `origin` with the function `send`. */
export function createCalls(
  origin: string,
  send: (request: Request) => Response | Promise<Response>,
): ShopCalls {
  const call: ShopCalls['call'] = async (method, path, options = {}) => {
    const { body, as, token = as?.token, cookie, headers } = options
    const request = new Request(`${origin}${path}`, {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(cookie && { Cookie: cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: isSentAsItIs(body) ? body : JSON.stringify(body) }),
    })
    const response = await send(request)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : text,
      cookie: sessionCookieOf(response),
    }
  }
  return { call, ...accountCalls(call, origin), ...orderCalls(call), ...paymentCalls(call) }
}

const isSentAsItIs = (body: unknown): body is string | FormData =>
  typeof body === 'string' || body instanceof FormData

type SendCall = ShopCalls['call']

const sessionCookieOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((pair) => pair.includes('session_token'))
    .join('; ')

function accountCalls(call: SendCall, origin: string): Pick<ShopCalls, 'register' | 'signIn'> {
  const startSession = async (path: string, account: { name: string; email: string; password: string }) => {
    const authenticated = await call('POST', path, { body: account, headers: { Origin: origin } })
    const { cookie } = authenticated
    const body = { email: account.email }
    const login = await call('POST', '/api/login', { body, cookie, headers: { Origin: origin } })
    if (login.status !== 200)
      throw new Error(`sign-in failed: ${JSON.stringify([authenticated.body, login.body])}`)
    return { ...account, cookie, token: String(login.body.token) }
  }
  return {
    register: ({ name = 'Sample Customer', email = `${newId()}@example.com` } = {}) =>
      startSession('/api/auth/sign-up/email', { name, email, password: PASSWORD }),
    signIn: ({ name = '', email, password }) =>
      startSession('/api/auth/sign-in/email', { name, email, password }),
  }
}

function orderCalls(call: SendCall): Pick<ShopCalls, 'addProduct' | 'order' | 'readOrder'> {
  return {
    addProduct: async (admin, overrides = {}) => {
      const body = { ...samplePart(), ...overrides }
      return bodyOf(201, 'adding a product', await call('POST', '/api/product', { body, as: admin }))
    },
    order: async (customer, product, quantity) => {
      const body = orderFor(product, quantity)
      return bodyOf(201, 'ordering', await call('POST', '/api/order', { body, as: customer }))
    },
    readOrder: async (reader, { _id }) => {
      const answer = await call('GET', `/api/myorder/${_id}`, { as: reader })
      const {
        events: _,
        shipments: __,
        customerId: ________,
        refunds: ___,
        refundableAmount: ____,
        refundable: _______,
        restockable: _____,
        creditNotes: ______,
        ...order
      } = bodyOf(200, 'reading an order', answer)
      return order
    },
  }
}

type PaymentCalls = Pick<ShopCalls, 'startPayment' | 'confirmCard' | 'settle' | 'pay' | 'createLink'>

function paymentCalls(call: SendCall): PaymentCalls {
  const startPayment: ShopCalls['startPayment'] = async (customer, { _id, totalPrice }) => {
    const start = { body: { totalPrice, orderId: _id }, as: customer }
    return bodyOf(200, 'starting to pay', await call('POST', '/api/create-payment-intent', start))
      .clientSecret
  }
  const confirmCard: ShopCalls['confirmCard'] = async (clientSecret, cardNumber) => {
    const { stripePublishableKey } = (await call('GET', '/api/config')).body
    return call('POST', `/sandbox/stripe/v1/payment_intents/${intentOf(clientSecret)}/confirm`, {
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': cardNumber,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2040',
        'payment_method_data[card][cvc]': '123',
      }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Bearer ${stripePublishableKey}`,
      },
    })
  }
  const settle: ShopCalls['settle'] = (customer, { _id }, transactionId) =>
    call('PATCH', `/api/order/${_id}`, { body: { appointment: _id, transactionId }, as: customer })
  return {
    startPayment,
    confirmCard,
    settle,
    pay: async (customer, order, card = GOOD_CARD) => {
      const clientSecret = await startPayment(customer, order)
      bodyOf(200, 'confirming the card', await confirmCard(clientSecret, card))
      return bodyOf(200, 'settling', await settle(customer, order, intentOf(clientSecret)))
    },
    createLink: async (customer, { _id }) => {
      const created = await call('POST', `/api/myorder/${_id}/payment-link`, { as: customer })
      return bodyOf(201, 'creating a payment link', created).url.split('/').at(-1)
    },
  }
}

function bodyOf(status: number, what: string, answer: Answer): Answer['body'] {
  if (answer.status === status) return answer.body
  throw new Error(`${what} failed with ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** The id of the newest session of an account. */
export async function sessionIdOf({ db }: Pick<Shop, 'db'>, userId: string): Promise<string> {
  const query = db.selectFrom('session').select('id').where('userId', '=', userId).orderBy('id', 'desc')
  return (await query.executeTakeFirstOrThrow()).id
}

/** The id of an account, which no call returns. */
export async function userIdOf({ db }: Pick<Shop, 'db'>, { email }: Pick<Person, 'email'>): Promise<string> {
  const user = db.selectFrom('user').select('id').where('email', '=', email)
  return (await user.executeTakeFirstOrThrow()).id
}

/** A session of an account. */
export async function sessionOf({ db }: Pick<Shop, 'db'>, { id }: { readonly id: string }) {
  const session = db.selectFrom('session').select('id as sessionId').where('userId', '=', id)
  return session.executeTakeFirstOrThrow()
}

/** Marks an e-mail address as verified, without the mailed link. */
export async function verifyEmail({ db }: Pick<Shop, 'db'>, { email }: Pick<Person, 'email'>): Promise<void> {
  await db.updateTable('user').set({ emailVerified: 1 }).where('email', '=', email).execute()
}

/** Registers a user with a verified address and the role `admin`. */
export async function registerAdmin(
  shop: Pick<Shop, 'db'>,
  { register }: Pick<ShopCalls, 'register'>,
  account: Account = {},
): Promise<Person> {
  const person = await register({ name: 'Sample Admin', ...account })
  await verifyEmail(shop, person)
  await shop.db.updateTable('user').set({ role: 'admin' }).where('email', '=', person.email).execute()
  return person
}
