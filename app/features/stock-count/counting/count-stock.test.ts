import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Answer, Person } from '#tests/support/customer.ts'
import { orderFor } from '#tests/support/customer.ts'
import { replacementOf } from '#tests/support/sample-product.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: Person
let customer: Person
let product: Product

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
  customer = await app.register()
  product = await app.addProduct({ quantity: 1000, price: 1 })
})
afterEach(() => app[Symbol.asyncDispose]())

const read = async (ids = product._id) =>
  (await app.call('GET', `/api/stock-count?ids=${ids}`, { as: admin })).body

/** For sale, held and on hand. */
const stock = async ({ _id } = product) => {
  const [{ forSale, held, onHand }] = await read(_id)
  return [forSale, held.unpaid + held.paid, onHand]
}

interface Part {
  readonly productId: string
  readonly counted: number
  readonly seen: { forSale: number; held: number }
  readonly belowHeld?: string
}

const part = (counted: number, forSale = 1000, held = 0, of = product): Part => ({
  productId: of._id,
  counted,
  seen: { forSale, held },
})

const count = (parts: readonly object[], as = admin, reason = 'Stocktaking'): Promise<Answer> =>
  app.call('POST', '/api/stock-count', { as, body: { reason, parts } })

const undo = (id: string, as = admin) => app.call('POST', `/api/stock-count/${id}/undo`, { as })

const history = async () => (await app.call('GET', `/api/product/${product._id}/history`, { as: admin })).body

/** All that a refused count must not change. */
const everything = async () => {
  const { db } = app.shop
  return {
    products: await db.selectFrom('products').selectAll().orderBy('id').execute(),
    counts: await db.selectFrom('stock_counts').selectAll().execute(),
    lines: await db.selectFrom('stock_count_lines').selectAll().execute(),
    audit: await db.selectFrom('audit_entries').select('id').execute(),
  }
}

async function refused(call: () => Promise<Answer>): Promise<Answer> {
  const before = await everything()
  const answer = await call()
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(await everything()).toEqual(before)
  return answer
}

test('what is for sale is what lies on the shelf less what orders hold; the history says both', async () => {
  await app.pay(customer, await app.order(customer, product, 300))
  await app.order(customer, product, 100)
  expect(await read()).toEqual([
    {
      _id: product._id,
      sku: product.sku,
      name: product.name,
      forSale: 600,
      held: { unpaid: 100, paid: 300 },
      onHand: 1000,
    },
  ])
  const { status, body } = await count([part(950, 600, 400)])
  const changed = { onHand: { from: 1000, to: 950 }, forSale: { from: 600, to: 550 } }
  expect({ status, body }).toEqual({
    status: 200,
    body: { _id: expect.any(String), parts: [{ productId: product._id, ...changed }] },
  })
  expect(await stock()).toEqual([550, 400, 950])
  const [entry] = await history()
  expect(entry).toMatchObject({
    kind: 'counted',
    by: admin.email,
    reason: 'Stocktaking',
    changes: [
      { field: 'onHand', from: 1000, to: 950 },
      { field: 'quantity', from: 600, to: 550 },
    ],
  })

  expect((await undo(body._id)).body.parts).toMatchObject([{ forSale: { from: 550, to: 600 } }])
  expect(await stock()).toEqual([600, 400, 1000])
  expect((await history())[0].kind).toBe('count_undone')
  expect((await refused(() => undo(body._id))).body.detail).toContain('undone already')
})

test('an order between looking and counting is asked about; with the present numbers it is counted', async () => {
  await app.order(customer, product, 200)
  const { status, body } = await refused(() => count([part(990)]))
  expect([status, body.code]).toEqual([409, 'stock_changed'])
  expect(body.parts).toEqual([
    { productId: product._id, forSale: 800, held: { unpaid: 200, paid: 0 }, onHand: 1000 },
  ])
  expect((await count([part(990, 800, 200)])).status).toBe(200)
  expect(await stock()).toEqual([790, 200, 990])
})

test('fewer pieces than are held are refused, unless none is to be for sale; what is missing is said', async () => {
  await app.order(customer, product, 400)
  const { status, body } = await refused(() => count([part(250, 600, 400)]))
  expect([status, body.code]).toEqual([409, 'below_held'])
  expect(body.parts).toMatchObject([{ productId: product._id, forSale: 600, onHand: 1000 }])
  const counted = await count([{ ...part(250, 600, 400), belowHeld: 'none_for_sale' }])
  expect(counted.body.parts).toEqual([
    {
      productId: product._id,
      onHand: { from: 1000, to: 250 },
      forSale: { from: 600, to: 0 },
      missing: 150,
    },
  ])
  expect(await stock()).toEqual([0, 400, 400])
})

test('of many parts all are counted or none', async () => {
  const other = await app.addProduct({ quantity: 500 })
  await app.order(customer, other, 100)
  const both = [part(900), part(480, 500, 0, other)]
  expect((await refused(() => count(both))).body.parts).toMatchObject([{ productId: other._id }])
  expect((await count([part(900), part(480, 400, 100, other)])).status).toBe(200)
  expect([await stock(), await stock(other)]).toEqual([
    [900, 0, 900],
    [380, 100, 480],
  ])
})

test('undoing takes back the difference; not when those pieces were ordered, or counted again', async () => {
  const first = (await count([part(1200)])).body._id
  await app.order(customer, product, 100)
  expect((await undo(first)).status).toBe(200)
  expect(await stock()).toEqual([900, 100, 1000])

  const second = (await count([part(1300, 900, 100)])).body._id
  const third = (await count([part(1290, 1200, 100)])).body._id
  expect((await refused(() => undo(second))).status).toBe(409)
  expect((await undo(third)).status).toBe(200)
  await app.order(customer, product, 1000)
  expect((await refused(() => undo(second))).body.detail).toContain('ordered meanwhile')
  expect((await refused(() => undo('unknown'))).status).toBe(404)
})

test('undoing a count is refused after somebody corrected or imported the stock, and takes it back after a new name', async () => {
  const correct = (body: object) =>
    app.call('POST', `/api/product/${product._id}/stock`, { as: admin, body: { reason: 'Found', ...body } })
  for (const correction of [{ change: 50 }, { counted: 1000 }]) {
    const [forSale] = await stock()
    const { _id } = (await count([part(950, forSale)])).body
    expect((await correct(correction)).status).toBe(200)
    const { status, body } = await refused(() => undo(_id))
    expect([status, body.detail]).toEqual([409, expect.stringContaining('since then')])
  }
  const third = (await count([part(900)])).body._id
  const file = `sku,quantity\n${product.sku},1000\n`
  const headers = { 'Content-Type': 'text/csv' }
  const { _id } = (await app.call('POST', '/api/import', { as: admin, headers, body: file })).body
  expect((await app.call('POST', `/api/import/${_id}/apply`, { as: admin })).body.state).toBe('applied')
  expect(await stock()).toEqual([1000, 0, 1000])
  expect((await refused(() => undo(third))).status).toBe(409)

  const fourth = (await count([part(900)])).body._id
  const present = (await app.call('GET', `/api/order/${product._id}`)).body
  const renamed = replacementOf(present, { name: 'Another name' })
  expect((await app.call('PUT', `/api/product/${product._id}`, { as: admin, body: renamed })).status).toBe(
    200,
  )
  expect((await undo(fourth)).status).toBe(200)
  expect(await stock()).toEqual([1000, 0, 1000])
})

test('an archived or unknown part, a part twice, and what is no count are refused', async () => {
  const gone = await app.addProduct()
  await app.call('DELETE', `/api/product/${gone._id}`, { as: admin })
  expect((await refused(() => count([part(1, gone.quantity, 0, gone)]))).status).toBe(404)
  expect((await refused(() => count([part(10), { ...part(10), productId: 'unknown' }]))).status).toBe(404)
  for (const parts of [
    [],
    [part(10), part(11)],
    [part(-1)],
    [part(1.5)],
    [{ ...part(10), seen: undefined }],
    [{ ...part(10), belowHeld: 'sell' }],
    Array.from({ length: 101 }, (_, index) => ({ ...part(1), productId: String(index) })),
  ])
    expect((await refused(() => count(parts))).status).toBe(422)
  expect((await refused(() => count([part(10)], admin, ' '))).status).toBe(422)
  expect((await refused(() => count([part(10)], customer))).status).toBe(403)
  expect((await refused(() => undo('unknown', customer))).status).toBe(403)
  const get = (query: string, as = admin) => app.call('GET', `/api/stock-count${query}`, { as })
  expect((await get('')).status).toBe(422)
  expect((await get('?ids=,')).status).toBe(422)
  expect((await get(`?ids=${product._id}`, customer)).status).toBe(403)
  expect((await get('?ids=unknown')).body).toEqual([])
})

test('of two counts at once one counts, and the other is asked', async () => {
  const answers = await Promise.all([count([part(900)]), count([part(950)])])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const won = answers[0]?.status === 200 ? 900 : 950
  expect(await stock()).toEqual([won, 0, won])
  const counts = await app.shop.db.selectFrom('stock_counts').select('id').execute()
  expect(counts).toHaveLength(1)
})

test('counts and orders at once lose no piece: what lies on the shelf is what was counted', async () => {
  const order = () => app.call('POST', '/api/order', { body: orderFor(product, 100), as: customer })
  // Of 1000 pieces: a fifth round could leave too few for both orders.
  for (let round = 0; round < 4; round += 1) {
    const [forSale = 0, held = 0] = await stock()
    const counted = forSale + held - 10
    const [first, second] = await Promise.all([count([part(counted, forSale, held)]), order(), order()])
    const [forSaleNow = 0, heldNow = 0, onHand] = await stock()
    expect(first?.status === 200 || first?.body.code === 'stock_changed').toBe(true)
    expect(onHand).toBe(first?.status === 200 ? counted : forSale + held)
    expect(forSaleNow + heldNow).toBe(onHand)
    expect(second?.status).toBe(201)
  }
})

test('undoing a count twice at once takes it back once', async () => {
  const { _id } = (await count([part(1200)])).body
  const answers = await Promise.all([undo(_id), undo(_id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await stock()).toEqual([1000, 0, 1000])
})
