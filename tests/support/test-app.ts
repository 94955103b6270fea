import { type App, createApp } from '#app/app.ts'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { newId } from '#kit/id.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** Somebody who is signed in, as a browser would hold it. */
export interface Person {
  readonly email: string
  readonly token: string
  readonly cookie: string
}

/** An answer with its body read; `body` is whatever JSON came, loosely typed since tests look into refusals too. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape.
  readonly body: any
}

interface CallOptions {
  readonly body?: unknown
  readonly as?: Person | undefined
  readonly headers?: Record<string, string>
}

/** The whole shop behind its calls, without a port, on an empty database. */
export interface TestApp extends AsyncDisposable {
  readonly shop: TestShop
  readonly app: App
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  register(name?: string): Promise<Person>
  registerAdmin(): Promise<Person>
  addProduct(overrides?: Partial<Product>): Promise<Product>
  order(customer: Person, product: Product, quantity?: number): Promise<Order>
  /** Works off every job once, in turn. */
  runJobs(): Promise<void>
}

const ORIGIN = 'http://localhost:3000'

/** What an order of that product asks for, valid as it stands. */
export const orderFor = (product: Product, quantity = 100, totalPrice?: number) => ({
  product: product.name,
  productId: product._id,
  quantity,
  totalPrice: totalPrice ?? Math.round(product.price * quantity * 100) / 100,
  phone: '+1 555 0100',
  address: '1 Sample Street, Sample Town',
})

export async function createTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const shop = await createTestShop(environment)
  const app = createApp(shop, shop.database)
  const call: TestApp['call'] = async (method, path, { body, as, headers } = {}) => {
    const response = await app.fetch(
      new Request(`${ORIGIN}${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(as && { Authorization: `Bearer ${as.token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: json && text ? JSON.parse(text) : text,
    }
  }
  const register = async (name = 'Sample Customer'): Promise<Person> => {
    const email = `${newId()}@example.com`
    const password = 'a long sample password'
    const signedUp = await call('POST', '/api/auth/sign-up/email', {
      body: { name, email, password },
      headers: { Origin: ORIGIN },
    })
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const login = await call('POST', '/api/login', {
      body: { email },
      headers: { Cookie: cookie, Origin: ORIGIN },
    })
    if (login.status !== 200)
      throw new Error(`sign-in failed: ${JSON.stringify([signedUp.body, login.body])}`)
    return { email, cookie, token: login.body.token }
  }
  const registerAdmin = async (): Promise<Person> => {
    const person = await register('Sample Admin')
    await shop.db.updateTable('user').set({ role: 'admin' }).where('email', '=', person.email).execute()
    return person
  }
  let admin: Promise<Person> | undefined
  const addProduct = async (overrides: Partial<Product> = {}): Promise<Product> => {
    admin ??= registerAdmin()
    const body = {
      name: `Sample part ${newId()}`,
      price: 0.0425,
      quantity: 1000,
      description: 'A part to test with.',
      image: '/drawings/sample.svg',
      ...overrides,
    }
    const answer = await call('POST', '/api/product', { body, as: await admin })
    if (answer.status !== 201) throw new Error(`adding a product failed: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return {
    shop,
    app,
    call,
    register,
    registerAdmin,
    addProduct,
    order: async (customer, product, quantity) => {
      const answer = await call('POST', '/api/order', { body: orderFor(product, quantity), as: customer })
      if (answer.status !== 201) throw new Error(`ordering failed: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    runJobs: async () => {
      for (const job of app.jobs) await job.run()
    },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}
