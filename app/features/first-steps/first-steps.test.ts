import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/customer.ts'
import { changed, given, SELLER, VAT } from '#tests/support/sample-settings.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type FirstStep, STEP_NAMES } from './schema.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterEach(() => app[Symbol.asyncDispose]())

async function steps(): Promise<FirstStep[]> {
  const { status, body } = await app.call('GET', '/api/first-steps', { as: admin })
  expect(status).toBe(200)
  return body
}

const done = async () => (await steps()).filter(({ isDone }) => isDone).map(({ step }) => step)

const put = async (path: string, body: object) =>
  expect((await app.call('PUT', path, { as: admin, body })).status, path).toBeLessThan(300)

/** Without methods of delivery, which orders would have to choose from. */
const undelivered = (settings: object) => ({
  ...settings,
  delivery: { ...given().delivery, methods: [] },
})

test('an empty shop has all first steps before it, and each is done by what it asks for and by nothing else', async () => {
  expect((await steps()).map(({ step }) => step)).toEqual(STEP_NAMES)
  expect(await done()).toEqual([])

  await put('/api/category/screws', { name: 'Screws', attributes: [] })
  expect(await done()).toEqual(['categories'])
  const product = await app.addProduct()
  expect(await done()).toEqual(['categories', 'parts'])
  await app.order(await app.register(), product)
  expect(await done()).toEqual(['categories', 'parts', 'order'])
  await app.call('DELETE', `/api/product/${product._id}`, { as: admin })
  expect(await done()).toEqual(['categories', 'order'])
  await put('/api/texts', { revision: 0, texts: { heroHeading: 'Bolts by the thousand' } })
  expect(await done()).toEqual(['texts', 'categories', 'order'])
  await put('/api/settings', given())
  expect(await done()).toEqual(['seller', 'tax', 'delivery', 'texts', 'categories', 'order'])
  const { revision, shop } = (await app.call('GET', '/api/settings', { as: admin })).body
  await put('/api/settings', { ...given(), revision, shop: { ...shop, name: 'Sample Fasteners' } })
  expect(await done()).toEqual(['seller', 'identity', 'tax', 'delivery', 'texts', 'categories', 'order'])
  await app.shop.db.updateTable('user').set({ twoFactorEnabled: 1 }).where('role', '=', 'admin').execute()
  expect(await done()).toContain('factor')
})

const { bank: _bank, ...withoutBank } = SELLER
const { vatId: _vatId, ...withoutNumber } = SELLER

test.each([
  ['without a bank account', changed('seller', withoutBank), ['tax']],
  ['without a number for the tax', changed('seller', withoutNumber), ['tax']],
  ['without a rate', changed('tax/rates', []), ['seller']],
  ['with the rate of another country only', changed('tax/rates', [{ ...VAT, country: 'FR' }]), ['seller']],
  [
    'where goods to other countries of the EU have no tax, as its rules are not chosen',
    changed('tax/euUnion', false),
    ['seller'],
  ],
  [
    'with a seller outside of the EU',
    changed('seller/address', { street: '1 Sample Street', city: 'Oslo', postcode: '0150', country: 'NO' }),
    ['seller', 'tax'],
  ],
])('settings %s', async (_, settings, expected) => {
  await put('/api/settings', undelivered(settings))
  expect(await done()).toEqual(expected)
})

test('the orders of invented customers are no test order', async () => {
  const { db } = app.shop
  const invented = await app.register()
  const { user_id } = await app
    .order(invented, await app.addProduct())
    .then(({ _id }) =>
      db.selectFrom('orders').select('user_id').where('id', '=', _id).executeTakeFirstOrThrow(),
    )
  expect(await done()).toEqual(['parts', 'order'])
  await db
    .insertInto('sample_accounts')
    .values({ user_id: String(user_id) })
    .execute()
  expect(await done()).toEqual(['parts'])
  await app.order(await app.register(), await app.addProduct())
  expect(await done()).toEqual(['parts', 'order'])
})
