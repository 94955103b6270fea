import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '#app/app.ts'
import { openDatabase } from '#kit/db/db.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { createCalls, ORIGIN, type Person } from '#tests/support/customer.ts'
import { changed, given, METHOD, SELLER, VAT } from '#tests/support/sample-settings.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Settings } from './schema.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterEach(() => app[Symbol.asyncDispose]())

const read = async (): Promise<Settings> =>
  (await app.call('GET', '/api/settings', { as: admin })).body as Settings

const put = (body: object, as: Person | undefined = admin) => app.call('PUT', '/api/settings', { body, as })

const entries = async () =>
  (await app.call('GET', '/api/audit?kind=settings.changed', { as: admin })).body as { changes: unknown[] }[]

test('settings that nobody saved are those of the environment, and they stay when they are saved', async () => {
  const environment = {
    SELLER_NAME: 'Sample Seller',
    SELLER_ADDRESS: '1 Sample Street\nBerlin\nGermany',
    SELLER_TAX_ID: '12/345/67890',
    TAX_PERCENT: '19',
  }
  await using own = await createTestApp(environment)
  const as = await own.registerAdmin()
  const first = await own.call('GET', '/api/settings', { as })
  expect([first.status, first.body]).toEqual([
    200,
    {
      revision: 0,
      currency: 'usd',
      // Germany wants a postcode, which the lines do not tell: an admin enters the address.
      seller: { name: 'Sample Seller', taxNumber: '12/345/67890' },
      tax: {
        pricesInclude: true,
        rates: [{ country: 'US', percent: 19, name: 'tax' }],
        euUnion: false,
        exemptOutside: false,
      },
      delivery: expect.objectContaining({ countries: 'all', methods: [] }),
      mails: { newOrders: [], lowStock: [] },
      shop: { hero: 'joint', blog: true, portfolio: true },
      datev: { accountLength: 4, revenue: [] },
    },
  ])
  await own.call('PUT', '/api/settings', { as, body: given() })
  expect((await own.call('GET', '/api/settings', { as })).body).toMatchObject({
    revision: 1,
    seller: { vatId: 'DE136695976' },
    tax: { rates: [VAT] },
  })
})

test('settings are replaced: spellings are made one, a method without an id gets one, and the change is recorded', async () => {
  const { _id: _, ...without } = METHOD
  const answer = await put(changed('delivery/methods', [METHOD, { ...without, name: 'Standard' }]))
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      ...given(1),
      seller: {
        ...SELLER,
        vatId: 'DE136695976',
        bank: { name: 'Sample Bank', iban: 'DE89370400440532013000', bic: 'COBADEFF' },
      },
      delivery: {
        ...given().delivery,
        methods: [METHOD, { ...without, _id: expect.any(String), name: 'Standard' }],
      },
    },
  ])
  expect(await read()).toEqual(answer.body)
  const [entry] = await entries()
  expect(entry).toMatchObject({ by: admin.email, subject: 'settings' })
  expect(entry?.changes).toContainEqual({ field: 'delivery.cutOff', from: '14:00', to: '15:30' })
  expect(entry?.changes).toContainEqual({ field: 'seller.email', from: null, to: 'sales@shop.example' })
})

// attack: old-session
test.each([
  ['seller', { ...given().seller, bank: { name: 'Other Bank', iban: 'DE89370400440532013000' } }],
  ['seller', { ...given().seller, email: 'other@shop.example' }],
  ['mails', { newOrders: ['other@shop.example'], lowStock: [] }],
  ['mails', { newOrders: [], lowStock: ['other@shop.example'] }],
])('another %s wants a fresh sign-in, as where money and mails go: %o', async (part, value) => {
  const first = await put(given())
  app.shop.advance(16 * MINUTE_MS)
  const refused = await put({ ...first.body, [part]: value })
  expect([refused.status, refused.body.code]).toEqual([401, 'sign_in_again'])
  expect(await read()).toEqual(first.body)
  expect((await put({ ...first.body, tax: { ...first.body.tax, euUnion: false } })).status).toBe(200)
})

// attack: right-of-another
test('who is told of orders is changed by staff with the right for orders only', async () => {
  const clerk = await app.register({ email: 'clerk@example.com' })
  const give = (rights: string) =>
    app.shop.db.updateTable('user').set({ rights }).where('email', '=', clerk.email).execute()
  await give('settings')
  const first = await put(given())
  const told = { ...first.body, mails: { newOrders: ['clerk@shop.example'], lowStock: [] } }
  const refused = await put(told, clerk)
  expect([refused.status, refused.body.code, refused.body.right]).toEqual([403, 'right_required', 'orders'])
  expect(await read()).toEqual(first.body)
  const lowStock = { ...first.body, mails: { ...first.body.mails, lowStock: ['clerk@shop.example'] } }
  expect((await put(lowStock, clerk)).status).toBe(200)
  await give('orders settings')
  expect((await put({ ...told, revision: 2 }, clerk)).status).toBe(200)
})

test('the region of a rate is stored as addresses have it', async () => {
  const rates = [
    { country: 'US', region: 'texas', percent: 8.25, name: 'Sales tax' },
    { country: 'DE', region: 'Bayern', percent: 7, name: 'VAT' },
  ]
  const { body } = await put(changed('tax/rates', rates))
  expect(body.tax.rates).toEqual([{ ...rates[0], region: 'TX' }, rates[1]])
})

test('the same settings again change nothing, not even the revision', async () => {
  const { _id: _, ...method } = METHOD
  const { body } = await put(changed('delivery/methods', [method]))
  const [saved] = body.delivery.methods
  // The members of a JSON object have no sequence.
  const methods = [Object.fromEntries(Object.entries(saved).reverse())]
  expect((await put({ ...body, delivery: { ...body.delivery, methods } })).body).toEqual(body)
  expect(await entries()).toHaveLength(1)
})

test('only admins read and replace settings, and try an example', async () => {
  const customer = await app.register()
  const before = await read()
  const example = { ...given(), to: { country: 'FR' }, total: 250 }
  for (const [as, status] of [
    [undefined, 401],
    [customer, 403],
  ] as const) {
    expect((await app.call('GET', '/api/settings', { as })).status).toBe(status)
    expect((await app.call('PUT', '/api/settings', { body: given(), as })).status).toBe(status)
    expect((await app.call('POST', '/api/settings/example', { body: example, as })).status).toBe(status)
  }
  expect(await read()).toEqual(before)
  expect(await entries()).toEqual([])
})

test('another revision is refused with the settings as they are now, and nothing changes', async () => {
  await put(given())
  const now = await read()
  for (const revision of [0, 2]) {
    const refused = await put(changed('delivery/cutOff', '09:00', revision))
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ code: 'revision_changed', settings: now }),
    ])
  }
  expect(await read()).toEqual(now)
  expect(await entries()).toHaveLength(1)
})

test('of changes at once by two processes one is made', async () => {
  await using other = openOther()
  for (const revision of [0, 1]) {
    const times = [8, 9, 10, 11].map((hour) => `${hour + 5 * revision}:00`.padStart(5, '0'))
    const answers = await Promise.all(
      times.map((time, index) =>
        [app, other][index % 2]?.call('PUT', '/api/settings', {
          as: admin,
          body: changed('delivery/cutOff', time, revision),
        }),
      ),
    )
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409, 409, 409])
    const won = answers.find((answer) => answer?.status === 200)?.body
    expect(await read()).toEqual(won)
    for (const answer of answers)
      if (answer?.status === 409)
        expect(answer.body).toMatchObject({ code: 'revision_changed', settings: won })
  }
  expect(await entries()).toHaveLength(2)
})

test('another process uses changed settings within 2 s', async () => {
  await using other = openOther()
  const isServed = async () => {
    const countries = (await other.call('GET', '/api/country')).body as { code: string; served: boolean }[]
    return countries.find(({ code }) => code === 'FR')?.served
  }
  expect(await isServed()).toBe(true)
  await put(changed('delivery/countries', ['DE']))
  const since = performance.now()
  await expect.poll(isServed, { interval: 50 }).toBe(false)
  expect(performance.now() - since).toBeLessThan(2000)
})

/** Another process of the shop, with its own connection to the database. */
function openOther() {
  const { dataDir, databaseUrl } = app.shop.config
  const database = openDatabase({ dataDir, databaseUrl })
  const second = createApp({ ...app.shop, db: database.db }, database)
  return {
    ...createCalls(ORIGIN, (request) => second.fetch(request)),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

test('mails to the staff are kept by a body without them, replaced and recorded by one with them', async () => {
  const { mails: _, ...without } = given()
  expect((await read()).mails).toEqual({ newOrders: [], lowStock: [] })
  expect((await put(without)).body.mails).toEqual({ newOrders: [], lowStock: [] })
  const mails = { newOrders: ['desk@shop.example'], lowStock: ['Stock@shop.example', 'b@shop.example'] }
  expect((await put({ ...without, revision: 1, mails })).body).toMatchObject({ revision: 2, mails })
  expect((await put({ ...without, revision: 2 })).body).toMatchObject({ revision: 2, mails })
  expect((await entries())[0]?.changes).toEqual([
    { field: 'mails.newOrders', from: [], to: mails.newOrders },
    { field: 'mails.lowStock', from: [], to: mails.lowStock },
  ])
})

test('everybody reads who sells and how to reach them, and nothing else of the settings', async () => {
  const { status, body } = await app.call('GET', '/api/seller')
  expect([status, body]).toEqual([200, {}])
  await put(given())
  expect((await app.call('GET', '/api/seller')).body).toEqual({
    name: SELLER.name,
    email: SELLER.email,
    vatId: 'DE136695976',
    address: '1 Sample Street\n10115 BERLIN\nGERMANY',
  })
})
