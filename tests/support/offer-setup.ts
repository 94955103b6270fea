import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { DAY_MS, isoDay } from '#kit/time.ts'
import type { Answer, Person } from './customer.ts'
import { sandboxMailsIn } from './mailer.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export type OfferShop = Awaited<ReturnType<typeof openOfferShop>>

/** A shop in which offers are asked for and made. A screw costs a dollar, and can be ordered in hundreds. */
export async function openOfferShop() {
  const app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  const admin = await app.registerAdmin()
  const part = await app.addProduct({ name: 'Screw', quantity: 1000, price: 1, minimum: 100, step: 100 })
  const call = (as: Person, method: string, path: string, body?: object) =>
    app.call(method, `/api${path}`, { as, ...(body && { body }) })
  return { app, admin, part, call, ...offerCalls(app, admin, part), ...checksOf(app) }
}

function offerCalls(app: TestApp, admin: Person, part: Product) {
  const inDays = (days: number): string => isoDay(app.shop.now() + days * DAY_MS)
  const ask = async (as: Person, quantity = 7) => {
    const body = { lines: [{ productId: part._id, quantity, wanted: 0.5 }], note: 'For the pump.' }
    const asked = await app.call('POST', '/api/offer', { as, body })
    expect(asked.status).toBe(201)
    return asked.body
  }
  const make = (id: string, revision: number, price = 0.8, quantity = 7, more = {}) => {
    const lines = [{ productId: part._id, quantity, price, leadDays: 3 }]
    const body = { lines, validUntil: inDays(10), revision, ...more }
    return app.call('PUT', `/api/offer/${id}`, { as: admin, body })
  }
  return {
    inDays,
    ask,
    make,
    accept: (as: Person, id: string, revision: number, more = {}) =>
      app.call('POST', `/api/offer/${id}/accept`, { as, body: { revision, ...more } }),
    /** An offer of a first version, whose revision is 2. */
    offered: async (as: Person, quantity = 7, price = 0.8): Promise<string> => {
      const { _id, revision } = await ask(as, quantity)
      expect((await make(_id, revision, price, quantity)).status).toBe(200)
      return _id
    },
  }
}

function checksOf(app: TestApp) {
  /** All that an answer to an offer may write. */
  const readState = async () => {
    const { db } = app.shop
    return {
      offers: await db.selectFrom('offers').selectAll().orderBy('id').execute(),
      versions: await db.selectFrom('offer_versions').selectAll().orderBy('issued_at').execute(),
      messages: await db.selectFrom('offer_messages').selectAll().orderBy('id').execute(),
      numbers: await db.selectFrom('row_counts').selectAll().where('name', '=', 'offers').execute(),
      orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
      audit: await db.selectFrom('audit_entries').select('id').orderBy('id').execute(),
      mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
      stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    }
  }
  return {
    readState,
    /** A call that is refused changes nothing. */
    expectRefused: async (send: () => Promise<Answer>, status: number, code: string): Promise<void> => {
      const before = await readState()
      const { status: answered, body } = await send()
      expect([answered, body.code]).toEqual([status, code])
      expect(await readState()).toEqual(before)
    },
    subjectsTo: async ({ email }: Person): Promise<(string | undefined)[]> => {
      await app.runJobs()
      const mails = await sandboxMailsIn(app.shop)
      return mails.filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
    },
  }
}
