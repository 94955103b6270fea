import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import { DAY_MS } from '#kit/time.ts'
import { companyIdOf } from './agreed-prices.ts'
import { COMPANY, foundCompany } from './company.ts'
import { type Answer, orderFor, type Person } from './customer.ts'
import { saveSettings, TRADE } from './delivery-shop.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export type AccountShop = Awaited<ReturnType<typeof openAccountShop>>

/** A shop in which companies order on account. A piece costs a dollar. */
export async function openAccountShop() {
  const app = await createTestApp({ RATE_LIMITS: 'sign-in' })
  const admin = await app.registerAdmin()
  const {
    revision: _,
    updatedAt: __,
    ...settings
  } = (await app.call('GET', '/api/settings', { as: admin })).body
  await saveSettings(app, admin, { ...settings, seller: TRADE.seller })
  const part = await app.addProduct({ name: 'Screw', quantity: 1_000_000, price: 1 })
  return { app, admin, part, ...accountCalls(app, admin, part), ...accountRows(app, part) }
}

/** Lets the company of a member order on account, or with null no more. */
export async function setTerms(
  app: TestApp,
  admin: Person,
  member: Person,
  terms: object | null,
): Promise<Answer> {
  const path = `/api/companies/${await companyIdOf(app, member)}`
  const { revision } = (await app.call('GET', path, { as: admin })).body
  return app.call('PUT', path, { as: admin, body: { terms, revision } })
}

function accountCalls(app: TestApp, admin: Person, part: Product) {
  let keys = 0
  const newKey = (): string => {
    keys += 1
    return `key ${keys}`
  }
  const call = (as: Person, method: string, path: string, body?: object, headers?: Record<string, string>) =>
    app.call(method, `/api${path}`, { as, ...(body && { body }), ...(headers && { headers }) })
  const byKey = (path: string, body: object, key: string) =>
    call(admin, 'POST', path, body, { 'Idempotency-Key': key })
  const place = (as: Person, quantity = 100) =>
    call(as, 'POST', '/order', { ...orderFor(part, quantity), payment: 'account' })
  const ship = (id: string, lines?: object[]) =>
    call(admin, 'POST', `/order/${id}/shipments`, lines ? { lines } : {})
  return {
    ...{ call, place, ship },
    setTerms: (member: Person, terms: object | null) => setTerms(app, admin, member, terms),
    idOf: (member: Person) => companyIdOf(app, member),
    /** A company with terms; its manager. */
    withTerms: async (credit = 10_000, days = 30): Promise<Person> => {
      const manager = await foundCompany(app, COMPANY)
      expect((await setTerms(app, admin, manager, { days, credit })).status).toBe(200)
      return manager
    },
    read: async (as: Person, id: string) => (await call(as, 'GET', `/myorder/${id}`)).body,
    receive: (id: string, amount: number, reference = 'Transfer', key = newKey()) =>
      byKey(`/order/${id}/receipts`, { amount, at: '2026-11-02', reference }, key),
    credit: (id: string, body: object, key = newKey()) =>
      byKey(`/order/${id}/refunds`, { reason: 'Not delivered', ...body }, key),
    creditOf: async (manager: Person) => (await call(manager, 'GET', '/company')).body.credit,
    /** An order of which all is shipped, so that its invoice is issued. */
    invoiced: async (manager: Person, quantity = 100) => {
      const { body: order } = await place(manager, quantity)
      expect((await ship(order._id)).status).toBe(201)
      return order
    },
  }
}

function accountRows(app: TestApp, part: Product) {
  const { db } = app.shop
  return {
    /** All that a refusal may not change. */
    readState: async () => ({
      orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
      events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
      receipts: await db.selectFrom('order_receipts').selectAll().orderBy('id').execute(),
      invoices: await db.selectFrom('invoices').select('number').execute(),
      notes: await db.selectFrom('credit_notes').select('number').execute(),
      sales: await db.selectFrom('sales_days').selectAll().orderBy('day').execute(),
      mails: await db.selectFrom('outbox').select(['id', 'about']).orderBy('id').execute(),
      stock: await db.selectFrom('products').select(['id', 'quantity']).orderBy('id').execute(),
    }),
    /** The mails about an order, in their sequence. */
    mailsAbout: async (orderId: string): Promise<string[]> => {
      const mails = db.selectFrom('outbox').select('payload').where('about', '=', orderId).orderBy('id')
      return (await mails.execute()).map(({ payload }) => JSON.parse(payload).template)
    },
    stockOf: async (): Promise<number> => {
      const row = db.selectFrom('products').select('quantity').where('id', '=', part._id)
      return (await row.executeTakeFirstOrThrow()).quantity
    },
    salesOf: async () => {
      const rows = await db.selectFrom('sales_days').selectAll().execute()
      return {
        orders: rows.reduce((sum, { orders }) => sum + orders, 0),
        cents: rows.reduce((sum, { revenue_cents }) => sum + revenue_cents, 0),
      }
    },
    /** Runs a job as if so many days had passed: sessions would be over then. */
    runLater: async (days: number, job: string): Promise<void> => {
      app.shop.advance(days * DAY_MS)
      await app.runJobs(job)
      app.shop.advance(-days * DAY_MS)
    },
  }
}

export function expectRefusedAs({ status, body }: Answer, code: number, refusal: string): void {
  expect([status, body.code]).toEqual([code, refusal])
}
