import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCustomerSums } from '#features/orders/orders.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { sandboxMailsIn } from '#tests/support/mailer.ts'
import { decideDispute, interceptedGateway, openDispute } from '#tests/support/payment-provider.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'
import { salesOfOrders } from '#tests/support/sales-of-orders.ts'
import { readSales } from '#tests/support/sales-shop.ts'
import { syncFromStripe } from './reconcile-refunds.ts'

let setup: RefundSetup
beforeEach(async () => {
  setup = await createRefundSetup()
})
afterEach(() => setup[Symbol.asyncDispose]())

type Paid = Awaited<ReturnType<RefundSetup['paidOrder']>>

const dispute = (order: Paid, cents?: number) => openDispute(setup.owner, order.transactionId, cents)

const decide = (one: Stripe.Dispute, verdict: 'won' | 'lost') => decideDispute(setup.owner, one, verdict)

const heard = () => setup.shop.runJobs()

const call = (method: string, path: string, body?: object, as = setup.admin) =>
  setup.shop.call(method, `/api/${path}`, { as, ...(body && { body }) })

const disputesOf = async (order: Paid) =>
  (await setup.read(order)).events.flatMap(({ kind, detail }) => (kind === 'disputed' ? [detail] : []))

const keptCents = async (): Promise<number> => {
  const customerId = await userIdOf(setup.shop.shop, setup.customer)
  return (await findCustomerSums(setup.shop.shop.db, customerId)).paidCents
}

async function expectRightSums(): Promise<void> {
  const { days, ofProducts, sold } = await readSales(setup.shop.shop)
  expect({ days, ofProducts, sold }).toEqual(await salesOfOrders(setup.shop.shop))
}

test('a partly lost dispute takes its part: the rest is refunded and shipped, and every sum agrees', async () => {
  const order = await setup.paidOrder()
  await decide(await dispute(order, 50), 'lost')
  await heard()
  const lost = await setup.read(order)
  expect(lost).toMatchObject({
    dispute: 'lost',
    lostAmount: 0.5,
    refundableAmount: 3.75,
    disputes: [{ state: 'lost', amount: 0.5 }],
  })
  expect(await disputesOf(order)).toEqual(['lost $0.50'])
  expect(await keptCents()).toBe(375)
  expect((await setup.request(order, 3.76)).status).toBe(409)
  expect((await setup.request(order, 1)).status).toBe(201)
  // Which pieces the customer does without nobody knows: an admin names them.
  expect(lost.restockable).toEqual([{ position: 0, quantity: 100, stock: 0 }])
  expect((await call('POST', `order/${order._id}/restock`, {})).status).toBe(422)
  expect((await call('GET', 'orders?status=to_ship')).body).toMatchObject([{ _id: order._id }])
  expect((await call('PUT', 'orders', { ids: [order._id], status: 'shipped' })).body).toMatchObject({
    modifiedCount: 1,
    refused: [],
  })
  expect(await setup.read(order)).toMatchObject({ status: 'shipped', refundableAmount: 2.75 })
  await expectRightSums()
  expect((await setup.request(order, 2.75)).status).toBe(201)
  expect(await keptCents()).toBe(0)
  await expectRightSums()
})

test('refunds and lost disputes that are all of the money together end the shipping', async () => {
  const order = await setup.paidOrder()
  await decide(await dispute(order, 50), 'lost')
  await heard()
  expect((await setup.request(order, 3.75, 'the rest', true)).body).toMatchObject({
    refundableAmount: 0,
    restockedAt: expect.any(String),
    lines: [{ restocked: 100 }],
  })
  const refused = await call('PUT', `order/${order._id}`, { status: 'shipped', despiteDispute: true })
  expect([refused.status, refused.body.code]).toEqual([409, 'refunded'])
  expect((await call('GET', 'orders?status=to_ship')).body).toEqual([])
  await expectRightSums()
})

test('disputes side by side and one after the other are summed, each by its own state', async () => {
  const order = await setup.paidOrder()
  const [one, two] = [await dispute(order, 100), await dispute(order, 50)]
  await heard()
  expect(await setup.read(order)).toMatchObject({ dispute: 'open', refundableAmount: 2.75, heldAmount: 1.5 })
  await decide(one, 'lost')
  await heard()
  // One is lost, and the order is still in dispute.
  expect(await setup.read(order)).toMatchObject({
    dispute: 'open',
    lostAmount: 1,
    refundableAmount: 2.75,
    heldAmount: 0.5,
  })
  expect((await call('GET', 'orders?status=disputed')).body).toMatchObject([{ _id: order._id }])
  expect(await keptCents()).toBe(325)
  await decide(two, 'won')
  await heard()
  expect(await setup.read(order)).toMatchObject({ dispute: 'lost', lostAmount: 1, refundableAmount: 3.25 })
  const later = await dispute(order, 25)
  await heard()
  await decide(later, 'lost')
  await heard()
  const after = await setup.read(order)
  expect(after).toMatchObject({ dispute: 'lost', lostAmount: 1.25, refundableAmount: 3 })
  expect(after.heldAmount).toBeUndefined()
  expect(await disputesOf(order)).toEqual([
    'open $1.00',
    'open $0.50',
    'lost $1.00',
    'won $0.50',
    'open $0.25',
    'lost $0.25',
  ])
  await expectRightSums()
})

test('what the bank keeps is not refunded before the dispute is decided, and the refusal says so', async () => {
  const order = await setup.paidOrder()
  await dispute(order, 400)
  await heard()
  const before = await setup.read(order)
  const refused = await setup.request(order, 1)
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  expect(refused.body.detail).toBe(
    '$0.25 of this order can be refunded: the bank keeps $4.00 until the dispute is decided.',
  )
  expect(await setup.read(order)).toEqual(before)
  expect((await setup.request(order, 0.25)).status).toBe(201)
})

test('the reconciler finds disputes whose webhooks were lost, and says each change once', async () => {
  const order = await setup.paidOrder()
  await decide(await dispute(order, 100), 'lost')
  await dispute(order, 50)
  const reconcile = () => setup.shop.runJobs('reconcile refunds and disputes')
  await Promise.all([reconcile(), reconcile()])
  await reconcile()
  expect(await setup.read(order)).toMatchObject({ dispute: 'open', lostAmount: 1, refundableAmount: 2.75 })
  expect((await disputesOf(order)).toSorted()).toEqual(['lost $1.00', 'open $0.50'])
  // The webhooks come after all, twice.
  await heard()
  await heard()
  expect((await disputesOf(order)).toSorted()).toEqual(['lost $1.00', 'open $0.50'])
})

// attack: double-refund
test('a refund raced with a dispute never gives back more than came in', async () => {
  for (const verdict of ['lost', 'won'] as const) {
    const order = await setup.paidOrder()
    const [refund] = await Promise.all([
      setup.request(order, 3),
      dispute(order, 200)
        .then((one) => decide(one, verdict))
        // The refund was first.
        .catch(() => undefined),
    ])
    await heard()
    await setup.afterLease()
    await heard()
    const { refundedAmount = 0, lostAmount = 0, refundableAmount, heldAmount = 0 } = await setup.read(order)
    expect([201, 409]).toContain(refund.status)
    expect(refundedAmount).toBe(refund.status === 201 ? 3 : 0)
    expect(refundedAmount + lostAmount + heldAmount).toBeLessThanOrEqual(4.25)
    expect(refundableAmount).toBeCloseTo(4.25 - refundedAmount - lostAmount - heldAmount)
  }
  await expectRightSums()
})

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('dispute' as const), cents: fc.integer({ min: 1, max: 300 }) }),
    fc.record({
      kind: fc.constant('decide' as const),
      which: fc.nat(3),
      verdict: fc.constantFrom('won' as const, 'lost' as const),
    }),
    fc.record({ kind: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ kind: fc.constant('hear' as const) }),
  ),
  { minLength: 3, maxLength: 8 },
)

test('whatever is disputed, decided and refunded, refunds and losses never exceed the payment, and the sums agree', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (each) => {
      const order = await setup.paidOrder()
      const open: Stripe.Dispute[] = []
      for (const step of each) {
        if (step.kind === 'hear') await heard()
        else if (step.kind === 'refund') await setup.request(order, step.cents / 100)
        else if (step.kind === 'dispute') {
          const one = await dispute(order, step.cents).catch(() => undefined)
          if (one) open.push(one)
        } else {
          const [one] = open.splice(step.which, 1)
          if (one) await decide(one, step.verdict)
        }
      }
      await heard()
      const all = (await setup.owner.disputes.list({ payment_intent: order.transactionId, limit: 100 })).data
      const sum = (status: string) =>
        all.filter((one) => one.status === status).reduce((total, { amount }) => total + amount, 0)
      const refunded = (await setup.atProvider(order)).reduce((total, cents) => total + cents, 0)
      const gone = refunded + sum('lost')
      expect(gone + sum('needs_response')).toBeLessThanOrEqual(425)
      const row = await setup.shop.shop.db
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', order._id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        refunded_cents: refunded,
        refunding_cents: 0,
        disputed_cents: sum('lost') || null,
        held_cents: sum('needs_response'),
      })
      const { refundableAmount = 0 } = await setup.read(order)
      expect(Math.round(refundableAmount * 100)).toBe(425 - gone - sum('needs_response'))
    }),
    { numRuns: Number(process.env.DISPUTE_RUNS ?? 6) },
  )
  await expectRightSums()
}, 120_000)

/** Of the staff with these rights; the address is confirmed unless told. */
async function staffWith(rights: string, isVerified = true) {
  const person = await setup.shop.register()
  if (isVerified) await verifyEmail(setup.shop.shop, person)
  await setup.shop.shop.db.updateTable('user').set({ rights }).where('email', '=', person.email).execute()
  return person.email
}

test('an open dispute says why and until when it is to be answered, on the order, the overview and in a mail to staff, once', async () => {
  const [orders, money] = [await staffWith('orders'), await staffWith('products money')]
  const untold = [await staffWith('products'), await staffWith('orders', false), setup.customer.email]
  const order = await setup.paidOrder()
  const opened = await dispute(order, 50)
  const { id, evidence_details } = opened
  await heard()
  const dueAt = toIso((evidence_details.due_by ?? 0) * 1000)
  const open = { _id: id, state: 'open', amount: 0.5, reason: 'fraudulent', dueAt }
  expect((await setup.read(order)).disputes).toEqual([open])
  expect((await call('GET', 'overview')).body.open.disputes).toMatchObject({ count: 1, dueAt })
  const about = async () =>
    (await sandboxMailsIn(setup.shop.shop)).filter(({ subject }) => subject.includes('is disputed'))
  const told = await about()
  const recipients = told.map(({ recipient }) => recipient)
  expect(recipients).toEqual(expect.arrayContaining([setup.admin.email, orders, money]))
  expect(recipients.filter((email) => untold.includes(email))).toEqual([])
  for (const part of ['$0.50', 'Says that they did not make this payment', `/dashboard/order/${order._id}`])
    expect(told[0]?.text).toContain(part)

  // As an earlier release recorded it: what is new of it moves no money, and is no event.
  const { db } = setup.shop.shop
  await db.updateTable('order_disputes').set({ reason: null, due_at: null }).execute()
  const before = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const { events } = await setup.read(order)
  setup.shop.shop.advance(3 * DAY_MS)
  const gateway = interceptedGateway(setup.shop.shop, () => undefined)
  await syncFromStripe(setup.shop.shop, gateway, order.transactionId)
  expect(await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()).toEqual(before)
  const again = await call('GET', `myorder/${order._id}`, undefined, await setup.shop.signIn(setup.admin))
  expect([again.body.disputes, again.body.events]).toEqual([[open], events])
  expect(await about()).toHaveLength(told.length)
  await decide(opened, 'won')
  await heard()
  expect(await db.selectFrom('order_disputes').select(['state', 'due_at']).execute()).toEqual([
    { state: 'won', due_at: null },
  ])
})
