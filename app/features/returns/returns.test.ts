import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#kit/time.ts'
import { verifyEmail } from '#tests/support/customer.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { createReturnSetup, type ReturnSetup } from '#tests/support/return-setup.ts'
import { RETURN_DAYS } from './limits.ts'

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

/** The mails about a return of the order, by what they say. */
async function mailsAbout({ number }: { number: string }) {
  const mails = await sandboxMailsIn(setup.shop.shop)
  const of = (subject: string) => mails.filter((mail) => mail.subject === subject)
  return {
    asked: of(`A customer requests a return of order ${number}`),
    accepted: of(`Your return of order ${number} is accepted`),
    arrived: of(`Your return of order ${number} has arrived`),
  }
}

/** A new return is what was asked for, and is listed; what is in it cannot be asked for again. */
async function askFor(order: Awaited<ReturnType<ReturnSetup['shippedOrder']>>): Promise<string> {
  const [line] = order.lines
  const asked = await setup.ask(order, { note: 'Ten are <b>bent</b>.\nSorry.' })
  expect([asked.status, asked.body]).toEqual([
    201,
    {
      ...{ _id: expect.any(String), revision: 1, orderId: order._id, orderNumber: order.number },
      ...{ state: 'asked', at: expect.any(String), reason: 'damaged', note: 'Ten are <b>bent</b>.\nSorry.' },
      lines: [{ position: 0, quantity: 10, sku: line?.sku, product: line?.product, received: 0 }],
    },
  ])
  expect(await waiting()).toEqual({ listed: [asked.body._id], counted: 1 })
  expect((await setup.returnsOf(order, setup.customer)).returnable).toEqual([{ position: 0, quantity: 90 }])
  return asked.body._id
}

test('pieces are asked back, accepted, received to stock and refunded by line with a credit note; each side is told', async () => {
  const { customer, admin, shop } = setup
  await verifyEmail(shop.shop, customer)
  const order = await setup.shippedOrder()
  const words = { paragraphs: { 'return accepted': 'Pack {number} well.' } }
  await shop.call('PUT', '/api/mail-words', { as: admin, body: { revision: 0, words } })
  const _id = await askFor(order)
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
  expect(await timelineOf(order)).toEqual([
    'customer: Return of 10 pieces requested',
    'admin: Return of 10 pieces accepted',
    'admin: 10 pieces came back',
  ])
  expect(await auditedOf(order)).toEqual(['order.return_received', 'order.return_accepted'])
  const history = await shop.call('GET', `/api/audit?q=${order.productId}`, { as: admin })
  expect(history.body[0]).toMatchObject({
    kind: 'product.stock',
    reason: `Returned of order ${order.number}`,
    changes: [{ field: 'quantity', from: 0, to: 7 }],
  })
  await shop.runJobs('mail')
  const told = await mailsAbout(order)
  expect(told.asked.map(({ recipient }) => recipient)).toContain(admin.email)
  expect(told.asked[0]?.html).toContain('Ten are &lt;b&gt;bent')
  expect(told.accepted).toMatchObject([{ recipient: customer.email }])
  expect(told.accepted[0]?.text).toContain('Send it to 1 Sample Street.')
  expect(told.accepted[0]?.text).toContain(`Pack ${order.number} well.`)
  expect(told.arrived).toHaveLength(1)
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
  expect(await timelineOf(order)).toContain('admin: 10 pieces that came back sent again')
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

// attack: double-refund
test('pieces that were settled by less than they cost are not refunded again by line; the rest of the money is as an amount', async () => {
  const { shop, admin } = setup
  const order = await setup.shippedOrder()
  const { _id } = await setup.received(order, 10)
  expect((await setup.step(_id, 'refund', { amount: 0.4 })).status).toBe(200)
  const left = async () => {
    const { refundable, refundableAmount } = await setup.read(order)
    return { lines: refundable?.lines, refundableAmount }
  }
  const ninety = { position: 0, quantity: 90, amount: 3.82 }
  expect(await left()).toEqual({ lines: [ninety], refundableAmount: 3.85 })
  const refund = (body: object, key: string) =>
    shop.call('POST', `/api/order/${order._id}/refunds`, {
      ...{ as: admin, body: { reason: 'A sample', ...body }, headers: { 'Idempotency-Key': key } },
    })
  const before = await setup.everything()
  const again = await refund({ lines: [{ position: 0, quantity: 100 }] }, 'all')
  expect([again.status, again.body.code, again.body.left]).toEqual([
    409,
    'exceeds_left',
    [{ position: 0, quantity: 90 }],
  ])
  expect(await setup.everything()).toEqual(before)
  expect((await refund({ lines: [{ position: 0, quantity: 90 }] }, 'others')).status).toBe(201)
  expect(await left()).toEqual({ lines: [], refundableAmount: 0.03 })
  expect((await refund({ amount: 0.03 }, 'rest')).status).toBe(201)
  expect(await setup.atProvider(order)).toEqual(expect.arrayContaining([40, 382, 3]))
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
    'customer: Return of 100 pieces requested',
    'admin: Return of 100 pieces declined',
    'customer: Return of 100 pieces requested',
    'customer: Return of 100 pieces withdrawn',
    'admin: Return of 100 pieces opened',
    'admin: 40 pieces came back',
    'admin: Return of 40 pieces closed',
  ])
  await shop.runJobs('mail')
  const subjects = (await sandboxMailsIn(shop.shop)).map(({ subject }) => subject)
  expect(subjects).toContain(`A return of order ${order.number} is withdrawn`)
  expect(subjects).toContain(`Your return of order ${order.number} is closed`)
})

test('pieces that replace returned ones are held until they ship, so that a count puts none of them up for sale', async () => {
  const order = await setup.shippedOrder()
  const held = async () => {
    const { body } = await setup.shop.call('GET', `/api/stock-count?ids=${order.productId}`, {
      as: setup.admin,
    })
    return [body[0].forSale, body[0].held.paid, body[0].onHand]
  }
  const [forSale] = await held()
  const returned = await setup.received(order, 10)
  expect(await held()).toEqual([forSale + 10, 0, forSale + 10])
  expect((await setup.step(returned._id, 'replace')).status).toBe(200)
  expect(await held()).toEqual([forSale, 10, forSale + 10])
  const shipped = await setup.shop.call('POST', `/api/order/${order._id}/shipments`, {
    as: setup.admin,
    body: {},
  })
  expect(shipped.status).toBe(201)
  expect(await held()).toEqual([forSale, 0, forSale])
})
