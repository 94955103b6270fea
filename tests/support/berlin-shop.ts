import { vi } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Order } from '#features/orders/orders.ts'
import { parseCsv } from '#kit/csv/parse-csv.ts'
import { orderOfLines, type Person, verifyEmail } from './customer.ts'
import { LYON, openTrade, type TRADE, TRADED } from './delivery-shop.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** A shop in Berlin, in which everything happens when the test says. */
export interface BerlinShop extends AsyncDisposable {
  readonly app: TestApp
  readonly parts: readonly [Product, Product]
  /** Lets it be that time; sessions have ended by then. */
  at(time: string): Promise<void>
  /** Places an order of so many pieces of the parts. */
  place(quantities?: readonly number[], deliverTo?: typeof LYON): Promise<Order>
  pay(order: Order): Promise<Order>
  refund(order: Order, parts: object): Promise<void>
  /** The answer to the admin. */
  // biome-ignore lint/suspicious/noExplicitAny: as `call` has it.
  get(path: string): Promise<any>
  /** A page of a list for the admin, and the path of the next one. */
  // biome-ignore lint/suspicious/noExplicitAny: as `call` has it.
  page(path: string): Promise<{ body: any; next: string | undefined }>
  /** The rows of a file for the admin. */
  rowsOf(path: string): Promise<Record<string, string>[]>
  /** Replaces the settings of the trade in part. */
  change(settings: Partial<typeof TRADE>): Promise<void>
}

/** The clock of the process is that of the shop, because sessions begin and end by it; it goes on when the shop is gone. */
export async function createBerlinShop(settings: Partial<typeof TRADE> = {}): Promise<BerlinShop> {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = await createTestApp()
  await openTrade(app, settings)
  let customer = await app.register()
  await verifyEmail(app.shop, customer)
  let admin: Person = await app.registerAdmin()
  const parts = [await app.addProduct(TRADED), await app.addProduct({ ...TRADED, price: 3.3333 })] as const
  let keys = 0
  const page = async (path: string) => {
    const { status, body, headers } = await app.call('GET', `/api/${path}`, { as: admin })
    if (status !== 200) throw new Error(JSON.stringify(body))
    const [, next] = /<\/api\/([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? []
    return { body, next }
  }
  const get = async (path: string) => (await page(path)).body
  const send = async (method: string, path: string, request: Parameters<TestApp['call']>[2]) => {
    const { status, body } = await app.call(method, path, request)
    if (status >= 300) throw new Error(JSON.stringify(body))
    return body
  }
  return {
    app,
    parts,
    get,
    page,
    at: async (time) => {
      vi.setSystemTime(new Date(time))
      customer = await app.signIn(customer)
      admin = await app.signIn(admin)
    },
    place: async (quantities = [100, 100], deliverTo = LYON) => {
      const lines = quantities.map((quantity, index) => ({ product: parts[index] as Product, quantity }))
      const { address: _, phone: __, ...order } = orderOfLines(lines)
      return send('POST', '/api/order', { as: customer, body: { ...order, deliverTo } })
    },
    pay: (order) => app.pay(customer, order),
    refund: async ({ _id }, refunded) => {
      keys += 1
      const body = { reason: 'A sample', ...refunded }
      const headers = { 'Idempotency-Key': `refund-${keys}` }
      await send('POST', `/api/order/${_id}/refunds`, { as: admin, body, headers })
    },
    rowsOf: async (path) => {
      const rows: string[][] = []
      for await (const { cells } of parseCsv([String(await get(path)).replace(/^\uFEFF/, '')]))
        rows.push([...cells])
      const [head = [], ...others] = rows
      return others.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
    },
    change: async (changed) => {
      const { seller, tax, delivery, revision } = await get('settings')
      await send('PUT', '/api/settings', {
        as: admin,
        body: { seller, tax, delivery, revision, ...changed },
      })
    },
    [Symbol.asyncDispose]: async () => {
      vi.useRealTimers()
      await app[Symbol.asyncDispose]()
    },
  }
}

/** What amounts in dollars come to, in cents. */
export const sumOfCents = (values: readonly (string | number | undefined)[]): number =>
  values.reduce<number>((sum, value) => sum + Math.round(Number(value || 0) * 100), 0)
