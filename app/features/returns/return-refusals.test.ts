import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailsIn } from '#tests/support/mailer.ts'
import { createReturnSetup, type ReturnSetup } from '#tests/support/return-setup.ts'
import { MAXIMUM_RETURNS } from './limits.ts'

let setup: ReturnSetup
beforeEach(async () => {
  setup = await createReturnSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

// attack: others-return
test('the returns of another are not there, and what may not happen is refused and changes nothing', async () => {
  const { shop, customer } = setup
  const order = await setup.shippedOrder()
  const unshipped = await setup.paidOrder()
  const eve = await shop.register()
  const { body } = await setup.ask(order)
  const before = await setup.everything()
  const mails = (await mailsIn(shop.shop)).length
  expect((await shop.call('GET', `/api/myorder/${order._id}/returns`, { as: eve })).status).toBe(404)
  expect((await setup.ask(order, {}, { as: eve })).status).toBe(404)
  expect((await setup.ask({ _id: 'unknown' })).status).toBe(404)
  const withdraw = `/api/myorder/${order._id}/returns/${body._id}/withdraw`
  const withdrawn = (path: string, as = eve) => shop.call('POST', path, { as, body: { revision: 1 } })
  expect((await withdrawn(withdraw)).status).toBe(404)
  const ofAnother = `/api/myorder/${unshipped._id}/returns/${body._id}/withdraw`
  expect((await withdrawn(ofAnother, customer)).status).toBe(404)
  for (const path of ['/api/returns', `/api/order/${order._id}/returns`])
    expect((await shop.call('GET', path, { as: customer })).status).toBe(403)
  for (const step of ['accept', 'decline', 'receive', 'refund', 'replace', 'close']) {
    expect((await setup.step(body._id, step, {}, { as: customer })).status, step).toBe(403)
  }
  const lines = (quantity: unknown, position = 0) => ({ lines: [{ position, quantity }] })
  for (const [asked, status] of [
    [lines(91), 409],
    [lines(0), 422],
    [lines(1.5), 422],
    [lines(1, 1), 422],
    [{ lines: [] }, 422],
    [{ reason: 'none' }, 422],
    [{ note: 'x'.repeat(1001) }, 422],
  ] as const)
    expect((await setup.ask(order, asked)).status, JSON.stringify(asked)).toBe(status)
  const nothing = await setup.ask(unshipped)
  expect([nothing.status, nothing.body.code, nothing.body.left]).toEqual([409, 'exceeds_left', []])
  // Of one that is asked for only an answer can follow, and it is as it was read.
  const back = { lines: [{ position: 0, restocked: 1, scrapped: 0 }] }
  for (const [step, input] of [
    ['receive', back],
    ['refund', { amount: 0.01 }],
    ['replace', {}],
    ['close', { reason: 'A sample.' }],
  ] as const)
    expect((await setup.step(body._id, step, input)).body.code, step).toBe('conflict')
  const read = await setup.step(body._id, 'accept', { instructions: 'A sample.', revision: 2 })
  expect([read.status, read.body.code]).toEqual([409, 'revision_changed'])
  expect((await setup.step('unknown', 'replace')).status).toBe(404)
  expect(await setup.everything()).toEqual(before)
  expect((await mailsIn(shop.shop)).length).toBe(mails)
  await setup.step(body._id, 'accept', { instructions: 'A sample.' })
  const accepted = await setup.everything()
  for (const [wrong, status] of [
    [{ position: 0, restocked: 6, scrapped: 5 }, 409],
    [{ position: 1, restocked: 1, scrapped: 0 }, 422],
    [{ position: 0, restocked: 0, scrapped: 0 }, 422],
    [{ position: 0, restocked: -1, scrapped: 2 }, 422],
  ] as const)
    expect((await setup.step(body._id, 'receive', { lines: [wrong] })).status).toBe(status)
  expect(await setup.everything()).toEqual(accepted)
  await setup.step(body._id, 'receive', back)
  expect((await withdrawn(withdraw, customer)).status).toBe(409)
})

test('a shipment whose pieces are in a return is neither cancelled nor lost, one by one or with others', async () => {
  const { shop, admin } = setup
  const order = await setup.shippedOrder()
  const [shipment] = (await setup.read(order)).shipments
  const { body } = await setup.ask(order)
  const before = await setup.everything()
  const path = `/api/order/${order._id}/shipments/${shipment?._id}`
  expect((await shop.call('DELETE', path, { as: admin })).body.code).toBe('conflict')
  expect(
    (await shop.call('POST', `${path}/lost`, { as: admin, body: { reason: 'A sample' } })).body.code,
  ).toBe('conflict')
  const many = await shop.call('PUT', '/api/orders', {
    as: admin,
    body: { ids: [order._id], status: 'pending' },
  })
  expect(many.body).toMatchObject({ modifiedCount: 0, refused: [{ id: order._id, code: 'conflict' }] })
  expect(await setup.everything()).toEqual(before)
  await setup.step(body._id, 'decline', { reason: 'A sample.' })
  expect((await shop.call('DELETE', path, { as: admin })).status).toBe(200)
})

test('no replacement is taken from a stock that has too few pieces, nor sent after the money went back or while it is disputed', async () => {
  const order = await setup.shippedOrder()
  const scrapped = await setup.received(order, 10, 4)
  const before = await setup.everything()
  const short = await setup.step(scrapped._id, 'replace')
  expect([short.status, short.body.code, short.body.left]).toEqual([
    409,
    'out_of_stock',
    [{ position: 0, quantity: 4 }],
  ])
  expect(await setup.everything()).toEqual(before)
  await setup.request(order, 4.25)
  expect((await setup.step(scrapped._id, 'replace')).body.code).toBe('refunded')
  expect((await setup.step(scrapped._id, 'refund', { amount: 0.43 })).body.code).toBe('conflict')
  expect(await setup.stockOf(order)).toBe(4)
})

test('an order has so many returns at most', async () => {
  const order = await setup.shippedOrder()
  const { body } = await setup.ask(order)
  const { db } = setup.shop.shop
  const row = await db.selectFrom('returns').selectAll().where('id', '=', body._id).executeTakeFirstOrThrow()
  const filler = Array.from({ length: MAXIMUM_RETURNS - 1 }, (_, at) => ({
    ...row,
    id: `filler ${at}`,
    state: 'withdrawn' as const,
  }))
  await db.insertInto('returns').values(filler).execute()
  const before = await setup.everything()
  expect((await setup.ask(order)).body.code).toBe('too_many')
  expect(await setup.everything()).toEqual(before)
})

test('pieces that were refunded and kept swallow no replacement: it is refused, and nothing changes', async () => {
  const order = await setup.shippedOrder()
  const refund = { reason: 'A sample', lines: [{ position: 0, quantity: 5 }] }
  const refunded = await setup.shop.call('POST', `/api/order/${order._id}/refunds`, {
    ...{ as: setup.admin, body: refund, headers: { 'Idempotency-Key': 'kept-pieces' } },
  })
  expect(refunded.status).toBe(201)
  const returned = await setup.received(order, 5)
  const before = await setup.everything()
  const { status, body } = await setup.step(returned._id, 'replace')
  expect([status, body.code]).toEqual([409, 'refunded'])
  expect(await setup.everything()).toEqual(before)
})
