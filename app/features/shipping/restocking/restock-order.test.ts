import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '#features/orders/schema.ts'
import type { Answer } from '#tests/support/customer.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'

let setup: RefundSetup

beforeEach(async () => {
  setup = await createRefundSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

const DISPUTED = '4000000000000259'

const call = (method: string, path: string, body?: object, as = setup.admin): Promise<Answer> =>
  setup.shop.call(method, `/api/${path}`, { as, body })

type Piece = readonly [position: number, quantity: number]

const linesOf = (pieces: readonly Piece[]) => pieces.map(([position, quantity]) => ({ position, quantity }))

const restock = ({ _id }: Pick<Order, '_id'>, ...pieces: Piece[]) =>
  call('POST', `order/${_id}/restock`, pieces.length > 0 ? { lines: linesOf(pieces) } : {})

const ship = ({ _id }: Order, ...pieces: Piece[]) =>
  call('POST', `order/${_id}/shipments`, pieces.length > 0 ? { lines: linesOf(pieces) } : {})

/** The pieces of the order's product that are for sale: none until something is put back. */
const stock = async ({ productId }: Order): Promise<number> =>
  (await call('GET', `order/${productId}`)).body.quantity

/** Loses the dispute of an order that was paid by the card that is disputed. */
async function lose(order: Order & { transactionId: string }): Promise<void> {
  setup.shop.shop.advance(6000)
  await setup.shop.runJobs()
  const [dispute] = (await setup.owner.disputes.list({ payment_intent: order.transactionId })).data
  const evidence = { uncategorized_text: 'losing_evidence' }
  await setup.owner.disputes.update(dispute?.id ?? '', { evidence })
  await setup.shop.runJobs()
}

/** An order all of whose money went back, while its pieces are in no stock. */
const GONE = {
  'a refund without restock': async () => {
    const order = await setup.paidOrder()
    await setup.request(order, 4.25)
    return order
  },
  'a refund in the dashboard of the provider': async () => {
    const order = await setup.paidOrder()
    await setup.owner.refunds.create({ payment_intent: order.transactionId })
    await setup.shop.runJobs()
    return order
  },
  'a lost dispute': async () => {
    const order = await setup.paidOrder(DISPUTED)
    await lose(order)
    return order
  },
} as const

test.each(Object.entries(GONE))(
  'after %s all pieces that are not shipped go back to stock, once',
  async (_, goes) => {
    const order = await goes()
    expect(await stock(order)).toBe(0)
    expect((await setup.read(order)).restockable).toEqual([{ position: 0, quantity: 100, stock: 0 }])
    const { status, body } = await restock(order)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      _id: order._id,
      restockedAt: expect.any(String),
      lines: [{ restocked: 100 }],
    })
    expect(body.restockable).toBeUndefined()
    expect(await stock(order)).toBe(100)
    const told = body.events.filter(({ kind }: { kind: string }) => kind === 'restocked')
    expect(told).toEqual([
      { kind: 'restocked', by: 'admin', email: setup.admin.email, at: expect.any(String), detail: '100' },
    ])
    const audit = (await call('GET', 'audit?kind=order.restocked')).body
    expect(audit).toMatchObject([{ by: setup.admin.email, subject: order._id }])
    const again = await restock(order)
    expect([again.status, again.body.code, again.body.left]).toEqual([409, 'exceeds_left', []])
    expect((await restock(order, [0, 1])).status).toBe(409)
    expect((await ship(order)).status).toBe(409)
    expect([await stock(order), await setup.read(order)]).toEqual([100, body])
  },
)

test('some of the pieces go back, then the rest; what is shipped stays, and goes back when its shipment is cancelled', async () => {
  const order = await setup.paidOrder()
  const { shipmentId } = (await ship(order, [0, 30])).body
  await setup.request(order, 4.25)
  expect((await restock(order, [0, 71])).body).toMatchObject({
    code: 'exceeds_left',
    left: [{ quantity: 70 }],
  })
  const some = await restock(order, [0, 50])
  expect(some.body).toMatchObject({ lines: [{ restocked: 50 }], restockable: [{ quantity: 20, stock: 50 }] })
  expect(some.body.restockedAt).toBeUndefined()
  expect((await restock(order)).body).toMatchObject({
    restockedAt: expect.any(String),
    progress: 'partly_shipped',
  })
  expect(await stock(order)).toBe(70)
  const taken = await call('DELETE', `order/${order._id}/shipments/${shipmentId}`)
  expect(taken.body).toMatchObject({ lines: [{ restocked: 100 }], shipments: [] })
  expect([await stock(order), (await restock(order)).status]).toEqual([100, 409])
})

test('after a part of the money went back the pieces have to be named, and the others still ship', async () => {
  const order = await setup.paidOrder()
  await setup.owner.refunds.create({ payment_intent: order.transactionId, amount: 100 })
  await setup.shop.runJobs()
  const unnamed = await restock(order)
  expect([unnamed.status, unnamed.body.errors[0].pointer]).toEqual([422, '#/lines'])
  expect(await stock(order)).toBe(0)
  expect((await restock(order, [0, 30])).body).toMatchObject({
    status: 'pending',
    lines: [{ restocked: 30 }],
  })
  expect(await stock(order)).toBe(30)
  expect((await ship(order, [0, 71])).body).toMatchObject({ code: 'exceeds_left', left: [{ quantity: 70 }] })
  const shipped = (await ship(order)).body
  expect(shipped).toMatchObject({ status: 'shipped', shipments: [{ lines: [{ quantity: 70 }] }] })
  // Paid pieces whose shipment is cancelled are to be shipped again.
  const taken = await call('DELETE', `order/${order._id}/shipments/${shipped.shipmentId}`)
  expect(taken.body).toMatchObject({ status: 'pending', restockable: [{ quantity: 70 }] })
  await ship(order, [0, 60])
  expect((await restock(order, [0, 10])).body).toMatchObject({
    status: 'shipped',
    lines: [{ restocked: 40 }],
  })
  expect((await setup.read(order)).restockedAt).toBeUndefined()
  expect(await stock(order)).toBe(40)
})

test('when all pieces of a partly refunded order are back, nothing of it ships, and its customer reads that', async () => {
  const order = await setup.paidOrder()
  await setup.request(order, 1)
  expect((await restock(order, [0, 100])).body).toMatchObject({ restockedAt: expect.any(String) })
  expect((await ship(order)).body.code).toBe('refunded')
  expect((await call('GET', 'orders?status=to_ship')).body).toEqual([])
  const seen = (await call('GET', `myorder/${order._id}`, undefined, setup.customer)).body
  expect(seen.lines).toMatchObject([{ restocked: 100 }])
  expect(seen.events.at(-1)).toEqual({
    kind: 'restocked',
    by: 'admin',
    at: expect.any(String),
    detail: '100',
  })
  expect(JSON.stringify(seen)).not.toMatch(/restockedAt|restockable/)
})

test('a refund with restock after some pieces are back puts back the others', async () => {
  const order = await setup.paidOrder()
  await setup.request(order, 1)
  await restock(order, [0, 40])
  const refunded = await setup.request(order, 3.25, undefined, true)
  expect(refunded.body).toMatchObject({ restockedAt: expect.any(String), lines: [{ restocked: 100 }] })
  expect([await stock(order), (await restock(order)).status]).toEqual([100, 409])
})

// attack: double-restock
test('with a key the same request puts back once; another with it is refused', async () => {
  const order = await setup.paidOrder()
  await setup.request(order, 4.25)
  const keyed = (quantity: number, as = setup.admin) =>
    setup.shop.call('POST', `/api/order/${order._id}/restock`, {
      as,
      body: { lines: [{ position: 0, quantity }] },
      headers: { 'Idempotency-Key': 'a-sample-key' },
    })
  const answers = await Promise.all([keyed(30), keyed(30), keyed(30)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await keyed(40)).body.code).toBe('key_reused')
  expect(await stock(order)).toBe(30)
  expect((await keyed(30, await setup.shop.registerAdmin())).status).toBe(200)
  expect(await stock(order)).toBe(60)
})

test('what cannot be put back is refused and changes nothing', async () => {
  const [paid, refunded] = [await setup.paidOrder(), await setup.paidOrder()]
  await setup.request(refunded, 4.25)
  const product = await setup.shop.addProduct()
  const [unpaid, cancelled] = [
    await setup.shop.order(setup.customer, product),
    await setup.shop.order(setup.customer, product),
  ]
  await call('DELETE', `myorder/${cancelled._id}`, undefined, setup.customer)
  const orders = [paid, refunded, unpaid, cancelled]
  const state = () => Promise.all(orders.map(async (order) => [await setup.read(order), await stock(order)]))
  const before = await state()
  const refusal = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return [status, body.code]
  }
  expect(await refusal(restock(paid))).toEqual([409, 'conflict'])
  expect(await refusal(restock(paid, [0, 1]))).toEqual([409, 'conflict'])
  expect(await refusal(restock(unpaid))).toEqual([409, 'unpaid'])
  expect(await refusal(restock(cancelled))).toEqual([409, 'conflict'])
  expect(await refusal(restock({ _id: 'unknown' }))).toEqual([404, 'not_found'])
  for (const pieces of [
    [[1, 1]],
    [[-1, 1]],
    [[0, 0]],
    [[0, 0.5]],
    [
      [0, 1],
      [0, 1],
    ],
  ] as Piece[][])
    expect(await refusal(restock(refunded, ...pieces))).toEqual([422, 'invalid'])
  for (const body of [{ lines: [] }, { lines: 'all' }, { lines: [{ position: 0 }] }])
    expect(await refusal(call('POST', `order/${refunded._id}/restock`, body))).toEqual([422, 'invalid'])
  const path = `order/${refunded._id}/restock`
  expect(await refusal(call('POST', path, {}, setup.customer))).toEqual([403, 'right_required'])
  expect((await setup.shop.call('POST', `/api/${path}`, { body: {} })).status).toBe(401)
  expect(await state()).toEqual(before)
})
