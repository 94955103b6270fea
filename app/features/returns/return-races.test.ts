import { afterEach, beforeEach, expect, test } from 'vitest'
import { serverError } from '#tests/support/payment-provider.ts'
import { createReturnSetup, type ReturnSetup } from '#tests/support/return-setup.ts'
import { refundReturn } from './steps/refund-return.ts'

const REFUND_FAILS = '4000000000005126'

let setup: ReturnSetup
beforeEach(async () => {
  setup = await createReturnSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

type Gateway = ReturnType<ReturnSetup['answering']>

/** A refund of a return by a gateway whose answers the test gives. */
const refundBy = async (gateway: Gateway, returnId: string, amount: number, key: string) => {
  const { db } = setup.shop.shop
  const row = await db
    .selectFrom('returns')
    .select('revision')
    .where('id', '=', returnId)
    .executeTakeFirstOrThrow()
  const request = { returnId, amount, key, revision: row.revision }
  return refundReturn(setup.shop.shop, gateway, await setup.adminUser(), request)
}

const stateOf = async (order: { _id: string }) => {
  const [first] = (await setup.returnsOf(order)).returns
  return first && { state: first.state, refund: first.refund }
}

// attack: excess-return
test('of returns that are asked for at once no more pieces are in returns than were shipped; the same key asks once', async () => {
  const order = await setup.shippedOrder()
  const lines = [{ position: 0, quantity: 30 }]
  const answers = await Promise.all(Array.from({ length: 8 }, () => setup.ask(order, { lines })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  const key = 'one return'
  const same = await Promise.all(
    Array.from({ length: 4 }, () => setup.ask(order, { lines: [{ position: 0, quantity: 10 }] }, { key })),
  )
  expect(same.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(same.map(({ body }) => body._id)).size).toBe(1)
  expect((await setup.returnsOf(order)).returnable).toEqual([])
  const other = await setup.ask(order, { lines: [{ position: 0, quantity: 9 }] }, { key })
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
})

// attack: excess-return
test('what two of the staff record at once comes to stock once; the same key counts once, another time with its own', async () => {
  const other = await setup.shop.registerAdmin()
  const order = await setup.shippedOrder()
  const { _id } = (await setup.ask(order)).body
  await setup.step(_id, 'accept', { instructions: 'A sample.' })
  const back = (restocked: number) => ({ lines: [{ position: 0, restocked, scrapped: 0 }] })
  const both = await Promise.all([
    setup.step(_id, 'receive', back(10)),
    setup.step(_id, 'receive', back(10), { as: other }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await setup.stockOf(order)).toBe(10)
  const second = (await setup.ask(order)).body
  await setup.step(second._id, 'accept', { instructions: 'A sample.' })
  const once = { revision: 2, ...back(4) }
  const same = await Promise.all(
    Array.from({ length: 4 }, () => setup.step(second._id, 'receive', once, { key: 'four' })),
  )
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await setup.stockOf(order)).toBe(14)
  expect((await setup.step(second._id, 'receive', back(6), { key: 'six' })).status).toBe(200)
  expect(await setup.stockOf(order)).toBe(20)
  const reused = await setup.step(second._id, 'receive', back(1), { key: 'six' })
  expect([reused.status, reused.body.code]).toEqual([422, 'key_reused'])
  expect(await setup.stockOf(order)).toBe(20)
})

// attack: double-refund
test('two of the staff who refund, or refund and replace, at once settle it once; the same key refunds once', async () => {
  const other = await setup.shop.registerAdmin()
  for (let round = 0; round < 4; round += 1) {
    const order = await setup.shippedOrder()
    const { _id } = await setup.received(order, 10)
    const settle = () =>
      round % 2 === 0
        ? setup.step(_id, 'refund', { amount: 0.43 }, { as: other })
        : setup.step(_id, 'replace', {}, { as: other })
    const both = await Promise.all([setup.step(_id, 'refund', { amount: 0.43 }), settle()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const isRefunded = (await setup.returnsOf(order)).returns[0]?.outcome === 'refund'
    expect(await setup.atProvider(order)).toEqual(isRefunded ? [43] : [])
    expect(await setup.stockOf(order)).toBe(isRefunded ? 10 : 0)
  }
  const order = await setup.shippedOrder()
  const { _id, revision } = await setup.received(order, 10)
  const same = await Promise.all(
    Array.from({ length: 4 }, () =>
      setup.step(_id, 'refund', { amount: 0.43, revision }, { key: 'one refund' }),
    ),
  )
  expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await setup.atProvider(order)).toEqual([43])
  const later = await setup.step(_id, 'refund', { amount: 0.43, revision }, { key: 'one refund' })
  expect(later.body).toMatchObject({ state: 'settled', refund: { amount: 0.43 } })
  const reused = await setup.step(_id, 'refund', { amount: 0.42, revision }, { key: 'one refund' })
  expect([reused.status, reused.body.code]).toEqual([422, 'key_reused'])
  expect(await setup.atProvider(order)).toEqual([43])
})

test('replacements at once never take more from stock than there is', async () => {
  const orders = [await setup.shippedOrder(), await setup.shippedOrder()]
  const { db } = setup.shop.shop
  const [one, two] = orders
  if (!one || !two) throw new Error('there are two orders')
  const first = await setup.received(one, 10, 0)
  const second = await setup.received(two, 10, 0)
  // Both are of one product, of which the pieces suffice for one.
  await db
    .updateTable('products')
    .set({ quantity: 15 })
    .where('id', '=', one.productId ?? '')
    .execute()
  await db
    .updateTable('order_lines')
    .set({ product_id: one.productId ?? '' })
    .where('order_id', '=', two._id)
    .execute()
  const both = await Promise.all([setup.step(first._id, 'replace'), setup.step(second._id, 'replace')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await setup.stockOf(one)).toBe(5)
})

test('a refund that the provider refuses leaves the return to be settled as before', async () => {
  const order = await setup.shippedOrder()
  const { _id } = await setup.received(order, 10)
  await setup.owner.refunds.create({ payment_intent: order.transactionId })
  const refused = await setup.step(_id, 'refund', { amount: 0.43 })
  expect([refused.status, refused.body.code]).toEqual([409, 'refund_refused'])
  expect(await stateOf(order)).toEqual({ state: 'received', refund: undefined })
  expect(await setup.atProvider(order)).toEqual([425])
})

test('while nobody knows what became of its refund a return waits for that, and nothing else settles it', async () => {
  const order = await setup.shippedOrder()
  const { _id } = await setup.received(order, 10)
  await expect(refundBy(setup.answering(serverError), _id, 0.43, 'unsure')).rejects.toMatchObject({
    code: 'refund_unconfirmed',
  })
  expect(await stateOf(order)).toMatchObject({ state: 'refunding', refund: { state: 'asked' } })
  for (const [step, body] of [
    ['refund', { amount: 0.43 }],
    ['replace', {}],
    ['close', { reason: 'A sample.' }],
  ] as const)
    expect((await setup.step(_id, step, body)).body.code, step).toBe('conflict')
  await setup.complete()
  expect(await stateOf(order)).toMatchObject({ state: 'settled', refund: { state: 'succeeded' } })
  expect(await setup.atProvider(order)).toEqual([43])
})

test('a refund that fails later opens the return again, which says so, and it can be refunded anew', async () => {
  const order = await setup.shippedOrder(REFUND_FAILS)
  const { _id } = await setup.received(order, 10)
  expect((await setup.step(_id, 'refund', { amount: 0.43 })).body.state).toBe('settled')
  setup.shop.shop.advance(6000)
  await setup.shop.runJobs()
  expect(await stateOf(order)).toMatchObject({
    state: 'received',
    refund: { amount: 0.43, state: 'failed', failure: expect.any(String) },
  })
  expect((await setup.shop.call('GET', '/api/returns', { as: setup.admin })).body).toMatchObject([{ _id }])
  expect((await setup.step(_id, 'replace')).body).toMatchObject({ state: 'settled', outcome: 'replacement' })
})

/** What the provider says of the refund of an order later. */
const becomes = async (state: 'failed' | 'succeeded') => {
  const { db } = setup.shop.shop
  await db.updateTable('order_refunds').set({ state }).execute()
}

test('a refund that failed and is made after all settles its return, but no return that is replaced or closed', async () => {
  const order = await setup.shippedOrder(REFUND_FAILS)
  const { _id } = await setup.received(order, 10)
  await setup.step(_id, 'refund', { amount: 0.4 })
  await becomes('failed')
  expect(await stateOf(order)).toMatchObject({ state: 'received', refund: { state: 'failed' } })
  expect((await setup.read(order)).refundable?.lines).toMatchObject([{ quantity: 100 }])
  await becomes('succeeded')
  expect((await setup.returnsOf(order)).returns[0]).toMatchObject({ state: 'settled', outcome: 'refund' })
  expect((await setup.step(_id, 'replace')).body.code).toBe('conflict')
  await becomes('failed')
  expect((await setup.step(_id, 'replace')).body).toMatchObject({ state: 'settled' })
  for (const state of ['succeeded', 'failed', 'succeeded'] as const) {
    await becomes(state)
    expect((await setup.returnsOf(order)).returns[0]).toMatchObject({
      state: 'settled',
      outcome: 'replacement',
    })
  }
})

test('a step and its withdrawal at once leave one of them', async () => {
  const order = await setup.shippedOrder()
  const { _id } = (await setup.ask(order)).body
  await setup.step(_id, 'accept', { instructions: 'A sample.' })
  const withdraw = setup.shop.call('POST', `/api/myorder/${order._id}/returns/${_id}/withdraw`, {
    as: setup.customer,
    body: { revision: 2 },
  })
  const receive = setup.step(_id, 'receive', {
    revision: 2,
    lines: [{ position: 0, restocked: 10, scrapped: 0 }],
  })
  const [withdrawn, received] = await Promise.all([withdraw, receive])
  expect([withdrawn.status, received.status].sort()).toEqual([200, 409])
  expect(await setup.stockOf(order)).toBe(received.status === 200 ? 10 : 0)
})
