import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderFor, type Person } from '../../../tests/support/customer.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import type { Order } from './schema.ts'

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
    body: { ...orderFor(product), address: '7 Sample Street, Großröhrsdorf' },
  })
  wanted = await shop.pay(josé, placed.body)
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
  ['the shown ending of its id', ({ _id }) => _id.slice(-4)],
  ['the shown form of its id', ({ _id }) => shown(_id)],
  ['that form with three dots, in capitals', ({ _id }) => shown(_id).replace('…', '...').toUpperCase()],
  ['its whole id', ({ _id }) => _id],
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
])('an order is not found by %s', async (_what, q) => {
  expect(await found(q(wanted))).toEqual([])
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
