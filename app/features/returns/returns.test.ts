import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import { verifyEmail } from '#tests/support/customer.ts'
import { mailsIn, sandboxMailsIn } from '#tests/support/mailer.ts'
import { createReturnSetup, type ReturnSetup } from '#tests/support/return-setup.ts'
import { MAXIMUM_RETURNS, RETURN_DAYS } from './limits.ts'

let setup: ReturnSetup
beforeEach(async () => {
  setup = await createReturnSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

/** The steps of returns in the timeline, as the customer reads it. */
const timelineOf = async ({ _id }: { _id: string }, as = setup.customer) =>
  (await setup.shop.call('GET', `/api/myorder/${_id}`, { as })).body.events
    .filter(({ kind }: { kind: string }) => kind === 'returned')
    .map(({ by, detail }: { by: string; detail: string }) => `${by}: ${detail}`)

const waiting = async () => ({
  listed: (await setup.shop.call('GET', '/api/returns', { as: setup.admin })).body.map(
    ({ _id }: { _id: string }) => _id,
  ),
  counted: (await setup.shop.call('GET', '/api/overview', { as: setup.admin })).body.open.returns,
})

const auditedOf = async ({ _id }: { _id: string }) =>
  (await setup.shop.call('GET', `/api/audit?q=${_id}`, { as: setup.admin })).body
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind.startsWith('order.return'))

test('pieces are asked back, accepted, received to stock and refunded by line with a credit note; each side is told', async () => {
  const { customer, admin, shop } = setup
  await verifyEmail(shop.shop, customer)
  const order = await setup.shippedOrder()
  expect(await setup.returnsOf(order, customer)).toMatchObject({
    returns: [],
    returnable: [{ position: 0, quantity: 100 }],
  })
  const asked = await setup.ask(order, { note: 'Ten are <b>bent</b>.\nSorry.' })
  expect([asked.status, asked.body]).toEqual([
    201,
    {
      _id: expect.any(String),
      revision: 1,
      orderId: order._id,
      orderNumber: order.number,
      state: 'asked',
      at: expect.any(String),
      reason: 'damaged',
      note: 'Ten are <b>bent</b>.\nSorry.',
      lines: [
        {
          position: 0,
          quantity: 10,
          sku: order.lines[0]?.sku,
          product: order.lines[0]?.product,
          received: 0,
        },
      ],
    },
  ])
  const { _id } = asked.body
  expect(await waiting()).toEqual({ listed: [_id], counted: 1 })
  expect((await setup.returnsOf(order, customer)).returnable).toEqual([{ position: 0, quantity: 90 }])
  shop.shop.advance(1000)
  expect(
    (await setup.step(_id, 'accept', { instructions: 'Send it to 1 Sample Street.' })).body,
  ).toMatchObject({
    state: 'accepted',
    instructions: 'Send it to 1 Sample Street.',
  })
  expect(await waiting()).toEqual({ listed: [], counted: 0 })
  await shop.runJobs('mail')
  shop.shop.advance(1000)
  const lines = [{ position: 0, restocked: 7, scrapped: 3 }]
  const received = await setup.step(_id, 'receive', { lines })
  expect(received.body).toMatchObject({
    state: 'received',
    lines: [{ received: 10, restocked: 7, scrapped: 3 }],
    refundable: { lines: 0.43, delivery: 0, most: 4.25 },
  })
  expect(await setup.stockOf(order)).toBe(7)
  expect(await waiting()).toEqual({ listed: [_id], counted: 1 })
  shop.shop.advance(1000)
  const refunded = await setup.step(_id, 'refund', { amount: 0.43, message: 'Thank you.' })
  expect([refunded.status, refunded.body]).toMatchObject([
    200,
    { state: 'settled', outcome: 'refund', refund: { amount: 0.43, state: 'succeeded' } },
  ])
  expect(await waiting()).toEqual({ listed: [], counted: 0 })
  expect(await setup.read(order)).toMatchObject({
    status: 'shipped',
    refundedAmount: 0.43,
    refunds: [
      {
        amount: 0.43,
        lines: [{ position: 0, quantity: 10, amount: 0.43 }],
        reason: 'Return: Damaged on the way',
        message: 'Thank you.',
      },
    ],
    creditNotes: [{ number: 'CN-000001', amount: 0.43 }],
    refundable: { lines: [{ position: 0, quantity: 90, amount: 3.82 }] },
  })
  expect(await setup.stockOf(order)).toBe(7)
  expect(await timelineOf(order)).toEqual(['customer: asked 10', 'admin: accepted 10', 'admin: received 10'])
  expect(await auditedOf(order)).toEqual(['order.return_received', 'order.return_accepted'])
  const history = await shop.call('GET', `/api/audit?q=${order.productId}`, { as: admin })
  expect(history.body[0]).toMatchObject({
    kind: 'product.stock',
    reason: `Returned of order ${order.number}`,
    changes: [{ field: 'quantity', from: 0, to: 7 }],
  })
  await shop.runJobs('mail')
  const mails = await sandboxMailsIn(shop.shop)
  const told = (subject: RegExp) => mails.filter((mail) => subject.test(mail.subject ?? ''))
  expect(told(/^A customer asks for a return/).map(({ recipient }) => recipient)).toContain(admin.email)
  expect(told(/^A customer asks/)[0]?.html).toContain('Ten are &lt;b&gt;bent')
  expect(told(/^Your return of order .* is accepted/)).toMatchObject([{ recipient: customer.email }])
  expect(told(/is accepted/)[0]?.text).toContain('Send it to 1 Sample Street.')
  expect(told(/has arrived/)).toHaveLength(1)
  expect(setup.mailsOf(order)).toBe(1)
})

test('what came back is replaced from stock without being paid again, and ships as the house ships', async () => {
  const { shop, admin } = setup
  const order = await setup.shippedOrder()
  const { _id } = await setup.received(order, 10)
  expect(await setup.stockOf(order)).toBe(10)
  const replaced = await setup.step(_id, 'replace')
  expect(replaced.body).toMatchObject({ state: 'settled', outcome: 'replacement' })
  expect(await setup.stockOf(order)).toBe(0)
  expect(await setup.read(order)).toMatchObject({
    status: 'pending',
    progress: 'partly_shipped',
    payable: 4.25,
    refundableAmount: 4.25,
    lines: [{ quantity: 100, replaced: 10 }],
  })
  const toShip = await shop.call('GET', '/api/orders?status=to_ship', { as: admin })
  expect(toShip.body.map((each: { _id: string }) => each._id)).toEqual([order._id])
  const shipments = `/api/order/${order._id}/shipments`
  const tooMany = await shop.call('POST', shipments, {
    as: admin,
    body: { lines: [{ position: 0, quantity: 11 }] },
  })
  expect([tooMany.status, tooMany.body.left]).toEqual([409, [{ position: 0, quantity: 10 }]])
  expect((await shop.call('POST', shipments, { as: admin, body: {} })).body).toMatchObject({
    status: 'shipped',
    shipments: [{ lines: [{ quantity: 100 }] }, { lines: [{ quantity: 10 }] }],
  })
  // What was sent again can come back too.
  expect((await setup.returnsOf(order)).returnable).toEqual([{ position: 0, quantity: 100 }])
  expect(await timelineOf(order)).toContain('admin: replaced 10')
})

test('a refund of what came back takes nothing from what is still to be shipped, nor from a replacement', async () => {
  const { shop, admin } = setup
  const order = await setup.paidOrder()
  await shop.call('POST', `/api/order/${order._id}/shipments`, {
    as: admin,
    body: { lines: [{ position: 0, quantity: 60 }] },
  })
  const { _id } = await setup.received(order, 10)
  expect((await setup.step(_id, 'refund', { amount: 0.43 })).status).toBe(200)
  const sent = await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: {} })
  expect(sent.body.shipments[1].lines).toEqual([{ position: 0, quantity: 40 }])
  expect(sent.body.lines[0].refunded).toBeUndefined()
  const again = await setup.received(order, 20)
  expect((await setup.step(again._id, 'replace')).status).toBe(200)
  const left = await shop.call('POST', `/api/order/${order._id}/shipments`, { as: admin, body: {} })
  expect(left.body.shipments[2].lines).toEqual([{ position: 0, quantity: 20 }])
})

test('less than what came back costs is refunded as an amount; more is refused', async () => {
  const order = await setup.shippedOrder()
  const { _id } = await setup.received(order, 10)
  const before = await setup.everything()
  for (const [amount, status] of [
    [0.44, 409],
    [0.001, 422],
    [0.125, 422],
    [-1, 422],
    ['0.4', 422],
  ])
    expect((await setup.step(_id, 'refund', { amount })).status, String(amount)).toBe(status)
  expect(await setup.everything()).toEqual(before)
  expect((await setup.step(_id, 'refund', { amount: 0.4 })).body).toMatchObject({ state: 'settled' })
  expect((await setup.read(order)).refunds).toMatchObject([{ amount: 0.4 }])
  expect((await setup.read(order)).refunds?.[0]?.lines).toBeUndefined()
})

test('a return is declined, withdrawn, opened by the staff after the time, and closed; its pieces can be asked for again', async () => {
  const { shop, customer, admin } = setup
  await verifyEmail(shop.shop, customer)
  const order = await setup.shippedOrder()
  const all = { lines: [{ position: 0, quantity: 100 }] }
  const first = (await setup.ask(order, all)).body
  expect((await setup.step(first._id, 'decline', { reason: 'They are used.' })).body).toMatchObject({
    state: 'declined',
    answer: 'They are used.',
  })
  const second = (await setup.ask(order, all)).body
  const withdraw = (id: string, revision: number) =>
    shop.call('POST', `/api/myorder/${order._id}/returns/${id}/withdraw`, {
      as: customer,
      body: { revision },
    })
  expect((await withdraw(second._id, 1)).body).toMatchObject({ state: 'withdrawn', revision: 2 })
  await shop.shop.db
    .updateTable('shipments')
    .set((eb) => ({ at: eb('at', '-', RETURN_DAYS * DAY_MS) }))
    .execute()
  expect((await setup.returnsOf(order, customer)).returnable).toEqual([])
  const late = await setup.ask(order, all)
  expect([late.status, late.body.code]).toEqual([409, 'return_too_late'])
  const body = { ...all, reason: 'faulty', instructions: 'Box 7.' }
  const opened = await shop.call('POST', `/api/order/${order._id}/returns`, { as: admin, body })
  expect([opened.status, opened.body]).toMatchObject([201, { state: 'accepted', instructions: 'Box 7.' }])
  await setup.step(opened.body._id, 'receive', { lines: [{ position: 0, restocked: 1, scrapped: 39 }] })
  const closed = await setup.step(opened.body._id, 'close', { reason: 'Agreed by phone.' })
  expect(closed.body).toMatchObject({ state: 'closed', answer: 'Agreed by phone.' })
  expect((await setup.returnsOf(order)).returnable).toEqual([{ position: 0, quantity: 60 }])
  expect(await timelineOf(order)).toEqual([
    'customer: asked 100',
    'admin: declined 100',
    'customer: asked 100',
    'customer: withdrawn 100',
    'admin: opened 100',
    'admin: received 40',
    'admin: closed 40',
  ])
  await shop.runJobs('mail')
  const subjects = (await sandboxMailsIn(shop.shop)).map(({ subject }) => subject)
  expect(subjects).toContain(`A return of order ${order.number} is withdrawn`)
  expect(subjects).toContain(`Your return of order ${order.number} is closed`)
})

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
    ['accept', { instructions: 'A sample.', revision: 2 }],
  ] as const)
    expect((await setup.step(body._id, step, input)).body.code, step).toBe('conflict')
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
