import { afterEach, beforeEach, expect, test } from 'vitest'
import { dueDocuments, type InvoiceDocument, issueDueDocuments } from '#features/invoices/invoices.ts'
import { lockOrder, type Order } from '#features/orders/orders.ts'
import { createRefundSetup, type RefundSetup } from '#tests/support/refund-setup.ts'

const REFUND_FAILS = '4000000000005126'
const REFUND_PENDS = '4000000000007726'

const SELLER = { SELLER_NAME: 'Sample Parts Ltd', SELLER_ADDRESS: '1 Sample Street\\nSample Town' }

let setup: RefundSetup
beforeEach(async () => {
  setup = await createRefundSetup(SELLER)
})
afterEach(() => setup[Symbol.asyncDispose]())

const read = (stored: string | null) => (stored === null ? null : (JSON.parse(stored) as InvoiceDocument))

/** What was issued, without its time. */
async function issued() {
  const { db } = setup.shop.shop
  const notes = await db.selectFrom('credit_notes').selectAll().orderBy('number').execute()
  const invoices = await db.selectFrom('invoices').selectAll().orderBy('number').execute()
  const counts = await db
    .selectFrom('row_counts')
    .selectAll()
    .where('name', 'in', ['invoices', 'credit_notes'])
    .orderBy('name')
    .execute()
  return {
    notes: notes.map(({ document, ...note }) => ({ ...note, document: read(document) })),
    invoices: invoices.map(({ document, ...invoice }) => ({ ...invoice, document: read(document) })),
    counts: counts.map(({ counted }) => counted),
  }
}

const creditNotesOf = async (order: Order) => (await setup.read(order)).creditNotes

test('each refund of an admin has a credit note, that of all that is left about the pieces', async () => {
  const order = await setup.paidOrder()
  expect(await creditNotesOf(order)).toBeUndefined()
  await setup.request(order, 1)
  const [first] = (await issued()).notes
  expect(first?.document).toMatchObject({
    kind: 'credit_note',
    number: 'CN-000001',
    lines: [{ name: 'Refund', grossCents: 100 }],
    totals: { grossCents: 100, paidCents: 100 },
    references: { transactionId: first?.refund_id, preceding: { number: 'INV-000001' } },
  })
  await setup.request(order, 3.25)
  const { notes, counts } = await issued()
  expect(notes[0]).toEqual(first)
  expect(notes[1]).toMatchObject({ number: 2, amount_cents: 325, document: { number: 'CN-000002' } })
  expect(counts).toEqual([2, 1])
  const at = expect.stringMatching(/Z$/)
  const issuedOn = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(await creditNotesOf(order)).toEqual([
    { number: 'CN-000001', at, issuedOn, amount: 1 },
    { number: 'CN-000002', at, issuedOn, amount: 3.25 },
  ])
  const whole = await setup.paidOrder()
  await setup.request(whole, 4.25)
  const { lines } = (await issued()).notes[2]?.document ?? {}
  expect(lines).toMatchObject([{ position: 0, sku: whole.lines[0]?.sku, quantity: 100, grossCents: 425 }])
})

test('a refund in the dashboard of the provider has a credit note, once', async () => {
  const order = await setup.paidOrder()
  await setup.owner.refunds.create({ payment_intent: order.transactionId, amount: 400 })
  await Promise.all([setup.shop.runJobs(), setup.shop.runJobs()])
  await setup.owner.refunds.create({ payment_intent: order.transactionId })
  await setup.shop.runJobs()
  setup.shop.shop.advance(600_000)
  await setup.shop.runJobs()
  expect((await creditNotesOf(order))?.map(({ amount }) => amount)).toEqual([4, 0.25])
})

// attack: early-credit-note
test('a refund that is pending has no credit note until the provider has paid it, in the dashboard too', async () => {
  const [asked, made] = [await setup.paidOrder(REFUND_PENDS), await setup.paidOrder(REFUND_PENDS)]
  expect((await setup.request(asked, 1)).body).toMatchObject({ refunds: [{ state: 'pending' }] })
  await setup.owner.refunds.create({ payment_intent: made.transactionId })
  await setup.shop.runJobs('reconcile refunds and disputes')
  expect(await setup.read(made)).toMatchObject({ refundedAmount: 4.25 })
  expect((await issued()).notes).toEqual([])
  setup.shop.shop.advance(6000)
  await setup.shop.runJobs()
  expect((await creditNotesOf(asked))?.map(({ amount }) => amount)).toEqual([1])
  expect((await creditNotesOf(made))?.map(({ amount }) => amount)).toEqual([4.25])
})

test('when the provider takes the money back, an invoice over it refers to the credit note, once', async () => {
  const order = await setup.paidOrder(REFUND_FAILS)
  await setup.request(order, 1)
  const [note] = (await issued()).notes
  setup.shop.shop.advance(6000)
  await Promise.all([setup.shop.runJobs(), setup.shop.runJobs()])
  setup.shop.shop.advance(600_000)
  await setup.shop.runJobs()
  const { notes, invoices, counts } = await issued()
  expect(notes).toEqual([note])
  expect(invoices).toMatchObject([
    { number: 1, order_id: order._id, credit_note: null, document: { number: 'INV-000001' } },
    {
      number: 2,
      order_id: order._id,
      credit_note: 1,
      document: {
        kind: 'invoice',
        number: 'INV-000002',
        totals: note?.document?.totals,
        references: { preceding: { number: 'CN-000001' } },
      },
    },
  ])
  expect(counts).toEqual([1, 2])
  expect(await creditNotesOf(order)).toMatchObject([
    { number: 'CN-000001', amount: 1, invoicedAgain: 'INV-000002' },
  ])
  expect(await setup.read(order)).toMatchObject({ refundableAmount: 4.25 })
  // All of it is left to pay back, the pieces too.
  await setup.request(order, 4.25)
  expect((await issued()).notes[1]?.document).toMatchObject({
    lines: [{ position: 0, quantity: order.quantity }],
    totals: { grossCents: 425 },
  })
})

// attack: invoice-numbers
test('twenty refunds at once, of one order and of several, have credit notes 1 to 20', async () => {
  const shared = await setup.paidOrder()
  const others = await Promise.all(Array.from({ length: 10 }, () => setup.paidOrder()))
  const orders = [...Array.from({ length: 10 }, () => shared), ...others]
  await Promise.all(orders.map((order) => setup.request(order, 0.2)))
  await setup.shop.runJobs()
  await setup.afterLease()
  const { notes, counts } = await issued()
  expect(notes.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(notes.map(({ document }) => document?.number)).not.toContain(undefined)
  expect(notes.filter(({ order_id }) => order_id === shared._id)).toHaveLength(10)
  expect(new Set(notes.map(({ refund_id }) => refund_id)).size).toBe(20)
  expect(counts).toEqual([20, 11])
})

// attack: invoice-numbers
test('credit notes whose transaction fails leave no gap, and neither do invoices over money that came back', async () => {
  const { shop } = setup.shop
  const orders = await Promise.all(Array.from({ length: 8 }, () => setup.paidOrder()))
  const issue = (order: Order, index: number, due: Parameters<typeof issueDueDocuments>[2]['due']) =>
    shop.db.transaction().execute(async (trx) => {
      await lockOrder(trx, order._id)
      await issueDueDocuments(trx, shop, {
        orderId: order._id,
        due,
        seller: {},
        at: shop.now(),
        timeZone: 'UTC',
      })
      if (index % 2 === 1) throw new Error('killed')
    })
  const paidOf = (index: number) => ({
    cameBack: [],
    paid: [{ refundId: `re_${index}`, amountCents: 100, createdAt: shop.now(), state: 'succeeded' as const }],
  })
  await Promise.allSettled(orders.map((order, index) => issue(order, index, paidOf(index))))
  const { notes } = await issued()
  expect(notes.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  await Promise.allSettled(
    notes.flatMap(({ order_id: _id, number }, index) => {
      const order = orders.find((one) => one._id === _id)
      return order ? [issue(order, index, { cameBack: [number], paid: [] })] : []
    }),
  )
  const { invoices, counts } = await issued()
  expect(invoices.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(counts).toEqual([4, 10])
})

test('refunds from before there were credit notes get none, later ones of such an order say what it says', async () => {
  const { shop } = setup.shop
  const order = await setup.paidOrder()
  await shop.db
    .updateTable('invoices')
    .set({ document: null, credited_from: shop.now(), former_cents: 150 })
    .execute()
  const paid = { refundId: 're_1', amountCents: 100, createdAt: shop.now(), state: 'succeeded' } as const
  const credited = { creditedFrom: shop.now(), formerCents: 150, notes: [] }
  const former = { ...paid, createdAt: shop.now() - 2000 }
  expect(dueDocuments(credited, [former, paid])).toEqual({ cameBack: [], paid: [paid] })
  // Made before, it was paid or recorded later: one of $1.00 was known then.
  const later = { ...former, refundId: 're_2' }
  expect(dueDocuments(credited, [former, later, paid])).toEqual({ cameBack: [], paid: [later, paid] })
  expect(dueDocuments(undefined, [paid])).toEqual({ cameBack: [], paid: [] })
  await setup.request(order, 1)
  expect((await issued()).notes).toMatchObject([
    {
      number: 1,
      amount_cents: 100,
      document: {
        kind: 'credit_note',
        totals: { grossCents: 100 },
        references: { orderNumber: order.number, preceding: { number: 'INV-000001' } },
      },
    },
  ])
})
