import { type App, createApp } from '#app/app.ts'
import type { Product } from '#features/catalog/schema.ts'
import { createCalls, ORIGIN, type Person, registerAdmin, type ShopCalls } from './customer.ts'
import { createOpenApiCheck } from './openapi-check.ts'
import { createTestShop, type TestShop } from './test-shop.ts'

/** The whole shop without a port, on an empty database. */
export interface TestApp extends AsyncDisposable, Omit<ShopCalls, 'addProduct'> {
  readonly shop: TestShop
  readonly app: App
  registerAdmin(): Promise<Person>
  addProduct(overrides?: Partial<Product>): Promise<Product>
  /** Runs every job once, in order, or only those named. */
  runJobs(...names: string[]): Promise<void>
}

/** Compares each response with the OpenAPI document, which is the same for all shops. */
let check: Promise<ReturnType<typeof createOpenApiCheck>> | undefined

/** The shop's OpenAPI document. */
export async function readDocument(app: App) {
  return (await app.fetch(new Request(`${ORIGIN}/api/openapi.json`))).json()
}

export async function createTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const shop = await createTestShop(environment)
  const app = createApp(shop, shop.database)
  const calls = createCalls(ORIGIN, async (request) => {
    const response = await app.fetch(request)
    check ??= readDocument(app).then(createOpenApiCheck)
    await (await check)(request, response)
    return response
  })
  let admin: Promise<Person> | undefined
  return {
    ...calls,
    shop,
    app,
    registerAdmin: () => registerAdmin(shop, calls),
    addProduct: async (overrides) => {
      admin ??= registerAdmin(shop, calls)
      return calls.addProduct(await admin, overrides)
    },
    runJobs: async (...names) => {
      for (const name of names)
        if (!app.jobs.some((job) => job.name === name)) throw new Error(`There is no job "${name}".`)
      for (const job of app.jobs) if (names.length === 0 || names.includes(job.name)) await job.run()
    },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}
