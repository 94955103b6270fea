import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as pricing from '#features/agreed-prices/agreed-prices.ts'
import type { Product } from '#features/catalog/schema.ts'
import { dataSheetPath } from '#features/documents/part-paths.ts'
import type { PriceBreak } from '#features/pricing/price-line.ts'
import { agreePrices, companyIdOf, setDiscount } from './support/agreed-prices.ts'
import { orderLines, putLines, readRows } from './support/changed-lines.ts'
import { foundCompany, joinTo } from './support/company.ts'
import { type Answer, orderFor, type Person, userIdOf } from './support/customer.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

/** Who has prices of their own in these tests: half of the list's. */
let half: string | undefined
/** Whom the shop asked prices for. */
let buyers: (string | undefined)[] = []
/** What happens once, right after the shop  */
let next: (() => Promise<void>) | undefined

const { pricesFor } = pricing

const halved = <Listed extends { prices: readonly PriceBreak[] }>(product: Listed | undefined) =>
  product && { ...product, prices: product.prices.map(({ from, price }) => ({ from, price: price / 2 })) }

const answer: typeof pricesFor = async (db, buyer, products) => {
  buyers.push(buyer?.id)
  const listed = await pricesFor(db, buyer, products)
  const happens = next
  next = undefined
  await happens?.()
  return (buyer !== undefined && buyer.id === half ? listed.map(halved) : listed) as typeof listed
}

let shop: TestApp
let admin: Person
let member: Person
let other: Person
let bolt: Product
let nut: Product

const LADDER = [
  { from: 100, price: 2 },
  { from: 500, price: 1 },
]

beforeEach(async () => {
  shop = await createTestApp()
  admin = await shop.registerAdmin()
  member = await shop.register()
  other = await shop.register()
  bolt = await shop.addProduct({ sku: 'BOLT-8', quantity: 5000, price: 2, prices: LADDER })
  nut = await shop.addProduct({ sku: 'NUT-8', quantity: 5000, price: 0.5 })
  half = await userIdOf(shop.shop, member)
  buyers = []
  vi.spyOn(pricing, 'pricesFor').mockImplementation(answer)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await shop[Symbol.asyncDispose]()
})

const call = (method: string, path: string, as?: Person, body?: object): Promise<Answer> =>
  shop.call(method, `/api${path}`, { as, ...(body && { body }) })

/** What 200 bolts come to for each of these in an answer that is a quote. */
const totals = async (ask: (as?: Person) => Promise<Answer>, ...callers: (Person | undefined)[]) => {
  const answers = []
  for (const caller of callers) answers.push((await ask(caller)).body.totalPrice)
  return answers
}

const place = (as: Person, totalPrice: number, more: object = {}) =>
  call('POST', '/order', as, { ...orderFor(bolt, 200, totalPrice), ...more })

test('a quote has the prices of the caller of its token, of lines and of a text, and asks once for the whole list', async () => {
  const lines = [
    { sku: 'bolt-8', quantity: 200 },
    { productId: nut._id, quantity: 100 },
    { sku: 'BOLT-8', quantity: 100 },
  ]
  const ask = (as?: Person) => call('POST', '/quote', as, { lines })
  expect(await totals(ask, undefined, other, member)).toEqual([650, 650, 325])
  const text = (as?: Person) => call('POST', '/quote', as, { text: 'BOLT-8 500\nNUT-8 100\nNONE-1 5' })
  expect(await totals(text, undefined, member)).toEqual([550, 275])
  const [line] = (await text(member)).body.lines
  expect(line.prices).toEqual([
    { from: 100, price: 1 },
    { from: 500, price: 0.5 },
  ])
  buyers = []
  await text(member)
  expect(buyers).toEqual([half])
  // A cookie alone says nothing.
  const { body } = await shop.call('POST', '/api/quote', { cookie: member.cookie, body: { lines } })
  expect(body.totalPrice).toBe(650)
})

test('the cart, saved lists and order again have the prices of their reader; a shared list has those of the list', async () => {
  const cart = (as?: Person) => call('PUT', '/cart', as, { lines: [{ productId: bolt._id, quantity: 200 }] })
  expect(await totals(cart, other, member)).toEqual([400, 200])
  expect(await totals((as) => call('GET', '/cart', as), other, member)).toEqual([400, 200])

  const lines = [{ productId: bolt._id, quantity: 200 }]
  const saved = await call('POST', '/list', member, { name: 'Pump', lines })
  const path = `/list/${saved.body._id}`
  const changed = await call('PUT', path, member, { name: 'Pump', lines, revision: 1 })
  const read = await call('GET', path, member)
  expect([saved, changed, read].map(({ body }) => body.totalPrice)).toEqual([200, 200, 200])
  const { url } = (await call('POST', `${path}/link`, member)).body
  const shared = (as?: Person) => call('GET', `/shared-list/${url.split('/').at(-1)}`, as)
  expect(await totals(shared, undefined, member)).toEqual([400, 400])

  const order = (await place(member, 200)).body
  const again = (await call('GET', `/myorder/${order._id}/again`, member)).body
  expect([again.totalPrice, again.lines[0].then.lineTotal]).toEqual([200, 200])
})

test('an order costs what its customer pays, also when an admin enters it or changes its lines', async () => {
  const before = await readRows(shop)
  expect((await place(member, 400)).body).toMatchObject({ code: 'price_changed', totalPrice: 200 })
  expect((await place(other, 200)).body).toMatchObject({ code: 'price_changed', totalPrice: 400 })
  const forMember = { customer: member.email }
  expect((await place(admin, 400, forMember)).body).toMatchObject({ code: 'price_changed', totalPrice: 200 })
  expect(await readRows(shop)).toEqual(before)

  const entered = await place(admin, 200, forMember)
  const own = await place(member, 200)
  for (const { body } of [entered, own])
    expect(body.lines).toMatchObject([{ quantity: 200, unitPrice: 1, lineTotal: 200 }])

  const lines = [
    { productId: bolt._id, quantity: 200 },
    { productId: nut._id, quantity: 400 },
  ]
  const quote = (as?: Person) => call('POST', `/myorder/${own.body._id}/lines/quote`, as, { lines })
  expect(await totals(quote, member, admin)).toEqual([300, 300])
  expect((await putLines(shop, admin, own.body, { lines, totalPrice: 400 })).body).toMatchObject({
    code: 'price_changed',
    totalPrice: 300,
  })
  expect((await putLines(shop, member, own.body, { lines, totalPrice: 300 })).body).toMatchObject({
    totalPrice: 300,
  })
})

test('the papers of a part and public answers have the prices of the list for everyone', async () => {
  buyers = []
  const sheet = (as?: Person) => shop.call('GET', dataSheetPath('BOLT-8'), { as })
  expect((await sheet(member)).body).toBe((await sheet()).body)
  expect(buyers).toEqual([undefined, undefined])
  for (const path of [`/order/${bolt._id}`, '/part/BOLT-8', '/product'])
    expect((await call('GET', path, member)).body).toEqual((await call('GET', path)).body)
})

/** Changes the bolt as its admin does, between the answer to a price and the lock of an order. */
const changeBolt = (change: object) => async () => {
  const { name, description, image, revision } = (await call('GET', `/product/${bolt._id}`, admin)).body
  const body = { name, description, image, revision, prices: LADDER, ...change }
  expect((await call('PUT', `/product/${bolt._id}`, admin, body)).status).toBe(200)
}

/** Another ladder, by which 200 pieces cost what they did. */
const longer = { prices: [...LADDER, { from: 4000, price: 0.5 }] }

const dearer = { prices: [{ from: 100, price: 3 }] }

test('an order whose product gets other prices after they were asked asks again before it is placed or refused', async () => {
  buyers = []
  next = changeBolt(longer)
  expect((await place(member, 200)).status).toBe(201)
  expect(buyers).toEqual([half, half])

  next = changeBolt(dearer)
  const before = await readRows(shop)
  expect((await place(member, 200)).body).toMatchObject({ code: 'price_changed', totalPrice: 300 })
  expect(await readRows(shop)).toEqual(before)
})

test('so does a change of lines', async () => {
  const order = await orderLines(shop, other, [{ product: nut, quantity: 100 }])
  const change = (quantity: number, totalPrice: number) =>
    putLines(shop, other, order, { lines: [{ productId: bolt._id, quantity }], totalPrice })
  buyers = []
  next = changeBolt(longer)
  expect((await change(200, 400)).status).toBe(200)
  expect(buyers).toHaveLength(2)

  next = changeBolt(dearer)
  const before = await readRows(shop)
  expect((await change(300, 600)).body).toMatchObject({ code: 'price_changed', totalPrice: 900 })
  expect(await readRows(shop)).toEqual(before)
})

test('so does what is agreed with a company: its revision is compared under the lock, of orders and of other lines', async () => {
  half = undefined
  const buyer = await foundCompany(shop)
  const company = await companyIdOf(shop, buyer)
  const agree = (price: number, ...more: { from: number; price: number }[]) =>
    agreePrices(shop, admin, company, [{ sku: 'BOLT-8', prices: [{ from: 100, price }, ...more] }])
  await agree(1.5)
  buyers = []
  next = () => agree(1.5, { from: 4000, price: 1 })
  const placed = await place(buyer, 300)
  expect(placed.body.lines).toMatchObject([{ unitPrice: 1.5 }])
  expect(buyers).toHaveLength(2)

  next = () => agree(1.75)
  const before = await readRows(shop)
  expect((await place(buyer, 300)).body).toMatchObject({ code: 'price_changed', totalPrice: 350 })
  expect(await readRows(shop)).toEqual(before)

  const lines = [{ productId: bolt._id, quantity: 400 }]
  next = () => agree(1.25)
  expect((await putLines(shop, buyer, placed.body, { lines, totalPrice: 700 })).body).toMatchObject({
    code: 'price_changed',
    totalPrice: 500,
  })
  expect(await readRows(shop)).toEqual(before)
  next = () => setDiscount(shop, admin, company, 10)
  expect((await putLines(shop, buyer, placed.body, { lines, totalPrice: 500 })).body.totalPrice).toBe(500)
})

test('an order of somebody who leaves the company after the prices were asked has those of the list', async () => {
  half = undefined
  const manager = await foundCompany(shop)
  const buyer = await joinTo(shop, manager, 'buyer')
  await agreePrices(shop, admin, await companyIdOf(shop, manager), [
    { sku: 'BOLT-8', prices: [{ from: 100, price: 1.5 }] },
  ])
  const { memberId } = (await call('GET', '/company', buyer)).body
  next = async () => {
    expect((await call('DELETE', `/company/member/${memberId}`, buyer)).status).toBe(200)
  }
  const before = await readRows(shop)
  expect((await place(buyer, 300)).body).toMatchObject({ code: 'price_changed', totalPrice: 400 })
  expect(await readRows(shop)).toEqual(before)
})
