import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFor, type Person } from '#tests/support/customer.ts'
import { LYON, orderTo, ZURICH } from '#tests/support/delivery-shop.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Order } from '../schema.ts'

let shop: TestApp
let admin: Person
let wanted: Order

beforeAll(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  const [josé, other] = [
    await shop.register({ name: 'José O’Brien-Łukasz' }),
    await shop.register({ name: 'Sample Customer' }),
  ]
  const product = await shop.addProduct({ name: 'Hexagon screw M8 × 40', sku: 'HX-933-M8-40' })
  const placed = await shop.call('POST', '/api/order', {
    as: josé,
    body: { ...orderFor(product), phone: '+49 7 555 0199', address: '7 Sample Street, Großröhrsdorf' },
  })
  wanted = await shop.pay(josé, placed.body)
  const parcel = { carrier: 'UPS', tracking: '1Z 999 AA1 0123' }
  await shop.call('POST', `/api/order/${wanted._id}/shipments`, { as: admin, body: parcel })
  for (let count = 0; count < 3; count += 1)
    await shop.order(other, await shop.addProduct({ name: `Washer ${count}`, sku: `WA-${count}` }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const found = async (q: string): Promise<string[]> => {
  const { status, body } = await shop.call('GET', `/api/orders?q=${encodeURIComponent(q)}`, { as: admin })
  expect(status).toBe(200)
  return body.map((order: Order) => order._id)
}

const shown = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`

test.each<[what: string, q: (order: Order) => string]>([
  ['its phone number, written otherwise', () => '(07) 5550-199'],
  ['the shown ending of its id', ({ _id }) => _id.slice(-4)],
  ['the shown form of its id', ({ _id }) => shown(_id)],
  ['that form with three dots, in capitals', ({ _id }) => shown(_id).replace('…', '...').toUpperCase()],
  ['its whole id', ({ _id }) => _id],
  ['its number', ({ number }) => number],
  ['its number in lower case, without the hyphen', ({ number }) => number.replace('-', '').toLowerCase()],
  ['its number and a word', ({ number }) => `${number} screw`],
  ['a part of its number', ({ number }) => number.slice(0, 7)],
  ['its number after a #', ({ number }) => `#${number}`],
  ['its tracking number', () => '1Z 999 AA1 0123'],
  ['its tracking number in lower case, without spaces', () => '1z999aa10123'],
  ['the number of its invoice', () => 'INV-000001'],
  ['that number without its zeros', () => '#inv-1'],
  ['its part number', () => 'hx-933-m8-40'],
  ['a part of that', () => '933-M8'],
  ['the town', () => 'großröhrsdorf'],
  ['the town without its accents', () => 'GROSSROHRSDORF'],
  ['its transaction', ({ transactionId = '' }) => transactionId],
  ['the shown form of its transaction', ({ transactionId = '' }) => shown(transactionId)],
  ['a name without accents', () => 'jose lukasz'],
  ['a name as it is written', () => 'José O’Brien-Łukasz'],
  ['a name with the other apostrophe', () => "o'brien"],
  ['words of which each is somewhere else', ({ _id }) => `${_id.slice(-4)} screw jose street`],
])('an order is found by %s', async (_what, q) => {
  expect(await found(q(wanted))).toEqual([wanted._id])
})

test.each<[what: string, q: (order: Order) => string]>([
  ['letters from the middle of its id', ({ _id }) => _id.slice(11, 17)],
  ['many letters from the middle of its id', ({ _id }) => _id.slice(9, 21)],
  ['beginning and ending in the wrong order', ({ _id }) => `${_id.slice(-4)}…${_id.slice(0, 8)}`],
  ['a pattern of its own', () => '%…%'],
  ['two ellipses', ({ _id }) => `${_id.slice(0, 4)}……${_id.slice(-4)}`],
  ['nothing around an ellipsis', () => '…'],
  ['an accent alone', () => '\u0301'],
  ['an accent that stands for a space', () => '¨'],
  ['one word too many', ({ _id }) => `${_id} washer`],
  ['its number and one word too many', ({ number }) => `${number} washer`],
])('an order is not found by %s', async (_what, q) => {
  expect(await found(q(wanted))).toEqual([])
})

test('an order is found by the company of either address, also when one is changed', async () => {
  const buyer = await shop.register({ name: 'Zoé Durand' })
  const product = await shop.addProduct()
  const billTo = { ...ZURICH, company: 'Würzig & Söhne AG' }
  const order = await orderTo(shop, buyer, product, { billTo })
  await shop.order(buyer, product)
  expect(await found('atelier exemple')).toEqual([order._id])
  expect(await found('wurzig sohne')).toEqual([order._id])
  const body = { deliverTo: { ...LYON, company: 'Autre Exemple' } }
  const changed = await shop.call('PATCH', `/api/myorder/${order._id}`, { as: buyer, body })
  expect(changed.status).toBe(200)
  expect(await found('autre wurzig beispiel')).toEqual([order._id])
  expect(await found('atelier')).toEqual([])
})

test('a word in the form of a number finds the orders with this PO number, unless an order has it as its number', async () => {
  const { db } = shop.shop
  const other = await db
    .selectFrom('orders')
    .select(['id', 'search_text'])
    .where('id', '!=', wanted._id)
    .executeTakeFirstOrThrow()
  const setPo = async (poNumber: string) => {
    const search_text = `${other.search_text}\n${poNumber.toLowerCase()}`
    await db.updateTable('orders').set({ search_text }).where('id', '=', other.id).execute()
  }
  await setPo('4532-7786')
  expect(await found('4532-7786')).toEqual([other.id])
  await setPo(wanted.number)
  expect(await found(wanted.number)).toEqual([wanted._id])
  await setPo('INV-000001')
  expect(await found('INV-000001')).toEqual([wanted._id])
  await setPo('INV-1')
  expect((await found('INV-1')).sort()).toEqual([wanted._id, other.id].sort())
})

test('the last three letters of an id find the order only if its search text contains them', async () => {
  const ending = wanted._id.slice(-3)
  const { search_text } = await shop.shop.db
    .selectFrom('orders')
    .select('search_text')
    .where('id', '=', wanted._id)
    .executeTakeFirstOrThrow()
  // Sometimes the text contains them, because it includes a random e-mail address.
  expect((await found(ending)).includes(wanted._id)).toBe(search_text.includes(ending))
})

test('the orders of one account are those of its address, in any case, and not of one that contains it', async () => {
  const buyer = await shop.register({ email: 'ann@example.com' })
  const other = await shop.register({ email: 'joann@example.com' })
  const product = await shop.addProduct()
  const order = await shop.order(buyer, product)
  await shop.order(other, product)
  const list = async (query: string) => {
    const { status, body, headers } = await shop.call('GET', `/api/orders?${query}`, { as: admin })
    return { status, ids: body.map(({ _id }: Order) => _id), total: headers.get('x-total-count') }
  }
  const own = { status: 200, ids: [order._id], total: '1' }
  expect(await list('email=Ann@example.com')).toEqual(own)
  expect(await list('email=ann@example.com&status=unpaid')).toEqual(own)
  const none = { status: 200, ids: [], total: '0' }
  expect(await list('email=ann@example.com&status=shipped')).toEqual(none)
  expect(await list('email=nobody@example.com')).toEqual(none)
})
