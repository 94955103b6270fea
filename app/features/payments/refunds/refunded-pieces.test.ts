import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer } from '#tests/support/customer.ts'
import { createLineRefunds, type LineRefunds, linesOf, type Piece } from '#tests/support/line-refunds.ts'
import type { RefundSetup } from '#tests/support/refund-setup.ts'

const REFUND_FAILS = '4000000000005126'

let shop: LineRefunds
let setup: RefundSetup
beforeEach(async () => {
  shop = await createLineRefunds()
  setup = shop.setup
})
afterEach(() => shop[Symbol.asyncDispose]())

const expectRefused = ({ status, body }: Answer, expected: readonly [number, string]): void =>
  expect([status, body.code]).toEqual(expected)

test('refunded pieces do not ship, and go back to stock with the refund or by a later call, once', async () => {
  const order = await shop.paidOrder()
  await shop.refund(order, [[0, 30]], { restock: true })
  expect(await shop.taken()).toEqual([70, 200])
  await shop.refund(order, [
    [0, 20],
    [1, 200],
  ])
  expect(await shop.taken()).toEqual([70, 200])
  expectRefused(await shop.ship(order, [0, 51]), [409, 'exceeds_left'])
  expectRefused(await shop.ship(order, [1, 1]), [409, 'exceeds_left'])
  const back = await shop.restock(order)
  expect(back.body).toMatchObject({
    status: 'pending',
    lines: [
      { restocked: 50, refunded: 50 },
      { restocked: 200, refunded: 200 },
    ],
    restockable: [{ position: 0, quantity: 50 }],
  })
  expect(await shop.taken()).toEqual([50, 0])
  // Nobody has named the others.
  expectRefused(await shop.restock(order), [409, 'exceeds_left'])
  expect(await shop.taken()).toEqual([50, 0])
  const shipped = await shop.ship(order)
  expect(shipped.body).toMatchObject({ status: 'shipped', shipments: [{ lines: linesOf([[0, 50]]) }] })
  expectRefused(await shop.restock(order), [409, 'exceeds_left'])
  expectRefused(await shop.restock(order, [0, 1]), [409, 'exceeds_left'])
  // Pieces that were shipped are refunded, too, and stay with the customer.
  const rest = await shop.refund(order, [[0, 50]], { restock: true, delivery: true })
  expect(rest.body).toMatchObject({ refundableAmount: 0, status: 'shipped', lines: [{ restocked: 50 }, {}] })
  expect(await shop.taken()).toEqual([50, 0])
})

test('of pieces of which some are shipped those that are not go back', async () => {
  const order = await shop.paidOrder()
  await shop.ship(order, [0, 70])
  // The 30 that are not shipped, first those without restock.
  await shop.refund(order, [[0, 20]])
  const { body } = await shop.refund(order, [[0, 25]], { restock: true })
  expect(body).toMatchObject({ lines: [{ refunded: 45, restocked: 10 }, {}], progress: 'partly_shipped' })
  expect(await shop.taken()).toEqual([90, 200])
  expectRefused(await shop.ship(order, [0, 1]), [409, 'exceeds_left'])
  // The shipment is cancelled: 55 of its pieces were paid for.
  await setup.shop.call('PUT', `/api/order/${order._id}`, { as: setup.admin, body: { status: 'pending' } })
  expectRefused(await shop.ship(order, [0, 56]), [409, 'exceeds_left'])
  expect((await shop.ship(order, [0, 55])).status).toBe(201)
})

test('an order whose pieces are all refunded waits for nothing: it is not to be shipped, nor restocked twice', async () => {
  const order = await shop.paidOrder()
  const all: Piece[] = [
    [0, 100],
    [1, 200],
  ]
  await shop.refund(order, all)
  const toShip = async () =>
    (await setup.shop.call('GET', '/api/orders?status=to_ship', { as: setup.admin })).body
  expect(await toShip()).toEqual([])
  expectRefused(await shop.ship(order), [409, 'refunded'])
  const put = { as: setup.admin, body: { status: 'shipped' } }
  expectRefused(await setup.shop.call('PUT', `/api/order/${order._id}`, put), [409, 'refunded'])
  const { body } = await setup.shop.call('GET', '/api/overview?days=7', { as: setup.admin })
  expect(body.open.toShip).toBe(0)
  const back = await shop.restock(order)
  expect(back.body).toMatchObject({ restockedAt: expect.any(String), refundableAmount: 6 })
  expect(await shop.taken()).toEqual([0, 0])
  expect((await shop.refund(order, [], { delivery: true })).body.refundableAmount).toBe(0)
  expectRefused(await shop.restock(order), [409, 'exceeds_left'])
  expect(await shop.taken()).toEqual([0, 0])
})

test('a refund of the whole amount with restock puts back refunded pieces, too', async () => {
  const order = await shop.paidOrder()
  await shop.refund(order, [[0, 40]])
  const { refundableAmount = 0 } = await setup.read(order)
  const whole = await setup.request(order, refundableAmount, undefined, true)
  expect(whole.body).toMatchObject({
    restockedAt: expect.any(String),
    lines: [{ restocked: 100 }, { restocked: 200 }],
  })
  expect(await shop.taken()).toEqual([0, 0])
})

test('pieces of a refund that fails later ship again, unless they are back in stock', async () => {
  const order = await shop.paidOrder(REFUND_FAILS)
  await shop.ship(order, [0, 60], [1, 200])
  const kept = await shop.refund(order, [[0, 10]])
  expect(kept.body).toMatchObject({ progress: 'partly_shipped', lines: [{ refunded: 10 }, {}] })
  const rest = await shop.refund(order, [[0, 30]], { restock: true })
  expect(rest.body).toMatchObject({ status: 'shipped', lines: [{ refunded: 40, restocked: 30 }, {}] })
  setup.shop.shop.advance(6000)
  await setup.shop.runJobs()
  const failed = await setup.read(order)
  expect(failed).toMatchObject({
    status: 'pending',
    progress: 'partly_shipped',
    refundableAmount: 23.47,
    refunds: [{ state: 'failed' }, { state: 'failed' }],
  })
  expect(failed.lines[0]).not.toHaveProperty('refunded')
  expect(failed.refundable?.lines[0]).toEqual({ position: 0, quantity: 100, amount: 14.81 })
  expect(await shop.taken()).toEqual([70, 200])
  expectRefused(await shop.ship(order, [0, 11]), [409, 'exceeds_left'])
  expect((await shop.ship(order)).body).toMatchObject({ status: 'shipped' })
  expect((await shop.refund(order, [[0, 100]])).body).toMatchObject({ refundedAmount: 14.81 })
})

test('a refund that the provider refuses leaves the order as it was; one without an answer holds its pieces', async () => {
  const order = await shop.paidOrder()
  await shop.ship(order, [1, 200])
  const before = await setup.read(order)
  const error = (status: number) => () => Response.json({ error: { message: 'no' } }, { status })
  const request = { orderId: order._id, reason: 'A sample', lines: linesOf([[0, 100]]) }
  const asked = (status: number) =>
    setup.requestPartsBy(setup.answering(error(status)), { ...request, key: `key of ${status}` })
  await expect(asked(400)).rejects.toMatchObject({ code: 'refund_refused' })
  expect(await setup.read(order)).toEqual(before)
  await expect(asked(500)).rejects.toMatchObject({ code: 'refund_unconfirmed' })
  expect(await setup.read(order)).toMatchObject({ status: 'shipped', lines: [{ refunded: 100 }, {}] })
  expectRefused(await shop.ship(order, [0, 1]), [409, 'exceeds_left'])
  expectRefused(await shop.refund(order, [[0, 1]]), [409, 'exceeds_left'])
  await setup.afterLease()
  expect(await setup.read(order)).toMatchObject({ refundedAmount: 14.81, refunds: [{ state: 'succeeded' }] })
})

// attack: excess-refund
test('of refunds of the same pieces at once one is made, and shipping them meanwhile never ships a refunded piece', async () => {
  for (let round = 0; round < 4; round += 1) {
    const order = await shop.paidOrder()
    const requests = () => [
      shop.refund(order, [[0, 80]], { restock: true }),
      shop.refund(order, [[0, 80]], { restock: true }),
    ]
    const [shipped, ...refunds] = await Promise.all(
      round % 2 === 0
        ? [shop.ship(order, [0, 50]), ...requests()]
        : [shop.ship(order, [0, 50]), ...requests()].reverse(),
    ).then((answers) => (round % 2 === 0 ? answers : answers.reverse()))
    expect(refunds.map(({ status }) => status).sort()).toEqual([201, 409])
    const { lines, shipments } = await setup.read(order)
    const sent = shipments.flatMap((one) => one.lines).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(sent).toBe(shipped?.status === 201 ? 50 : 0)
    // Shipped before: 50 of the refunded pieces are not there to be put back. Refunded before: they do not ship.
    expect(lines[0]?.restocked).toBe(shipped?.status === 201 ? 50 : 80)
  }
})

// attack: double-restock
test('a refund that restocks and putting its pieces back at once put each piece back once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const order = await shop.paidOrder()
    await shop.refund(order, [[1, 100]])
    const before = await shop.taken()
    const [refunded, back] = await Promise.all([
      shop.refund(order, [[0, 40]], { restock: true }),
      shop.restock(order, [0, 40], [1, 100]),
    ])
    expect([refunded.status, back.status]).toEqual([201, 200])
    expect(await shop.taken()).toEqual([(before[0] ?? 0) - 40, (before[1] ?? 0) - 100])
    expect((await setup.read(order)).lines).toMatchObject([{ restocked: 40 }, { restocked: 100 }])
  }
})
