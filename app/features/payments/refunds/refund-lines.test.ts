import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import type { Order } from '#features/orders/orders.ts'
import type { Answer } from '#tests/support/customer.ts'
import { LYON } from '#tests/support/delivery-shop.ts'
import { createLineRefunds, type LineRefunds, linesOf, type Piece } from '#tests/support/line-refunds.ts'
import type { RefundSetup } from '#tests/support/refund-setup.ts'

const REFUND_PENDS = '4000000000007726'

let shop: LineRefunds
let setup: RefundSetup
beforeEach(async () => {
  shop = await createLineRefunds()
  setup = shop.setup
})
afterEach(() => shop[Symbol.asyncDispose]())

const expectRefused = ({ status, body }: Answer, expected: readonly [number, string]): void =>
  expect([status, body.code]).toEqual(expected)

const left = async (order: Order) => (await setup.read(order)).refundable

async function creditNotes(): Promise<(InvoiceDocument | null)[]> {
  const rows = await setup.shop.shop.db
    .selectFrom('credit_notes')
    .select('document')
    .orderBy('number')
    .execute()
  return rows.map(({ document }) => (document === null ? null : JSON.parse(document)))
}

test('pieces cost their price with the tax, what makes a line whole takes what is left, and the delivery its price', async () => {
  const order = await shop.paidOrder()
  expect(order).toMatchObject({ payable: 23.47, refundableAmount: 23.47 })
  const whole = {
    lines: [
      { position: 0, quantity: 100, amount: 14.81 },
      { position: 1, quantity: 200, amount: 2.66 },
    ],
    delivery: 6,
  }
  expect(order.refundable).toEqual(whole)
  // 33 × 0.1234 × 1.2 is 4.88664.
  for (let turn = 0; turn < 2; turn += 1)
    expect((await shop.refund(order, [[0, 33]])).body.refunds.at(-1)).toMatchObject({
      amount: 4.89,
      lines: [{ position: 0, quantity: 33, amount: 4.89 }],
      state: 'succeeded',
    })
  expect(await left(order)).toEqual({
    ...whole,
    lines: [{ position: 0, quantity: 34, amount: 5.03 }, whole.lines[1]],
  })
  const rest = await shop.refund(
    order,
    [
      [1, 200],
      [0, 34],
    ],
    { delivery: true, message: '  All of it.\nSorry  ' },
  )
  expect(rest.body).toMatchObject({
    refundedAmount: 23.47,
    refundableAmount: 0,
    refundable: { lines: [], delivery: 0 },
    lines: [{ refunded: 100 }, { refunded: 200 }],
  })
  expect(rest.body.refunds.at(-1)).toMatchObject({
    amount: 13.69,
    delivery: 6,
    message: 'All of it.\nSorry',
    lines: [
      { position: 0, quantity: 34, amount: 5.03 },
      { position: 1, quantity: 200, amount: 2.66 },
    ],
  })
  expect(await setup.atProvider(order)).toEqual([1369, 489, 489])
  const notes = await creditNotes()
  expect(notes.map((note) => note?.lines.map(({ sku, quantity }) => [sku, quantity]))).toEqual([
    [[shop.products[0].sku, 33]],
    [[shop.products[0].sku, 33]],
    [
      [shop.products[0].sku, 34],
      [shop.products[1].sku, 200],
    ],
  ])
  expect(notes.map((note) => note?.totals.grossCents)).toEqual([489, 489, 1369])
  expect(notes.reduce((sum, note) => sum + (note?.totals.taxCents ?? 0), 0)).toBe(391)
})

test('credit notes come to the money when the provider pays later refunds first, and fails others', async () => {
  const order = await shop.paidOrder(REFUND_PENDS)
  await shop.refund(order, [[0, 50]])
  await shop.refund(order, [[0, 50]], { delivery: true })
  expect(await setup.statesOf(order)).toEqual(['pending', 'pending'])
  expect(await creditNotes()).toEqual([])
  expect(await left(order)).toEqual({ lines: [{ position: 1, quantity: 200, amount: 2.66 }], delivery: 0 })
  setup.shop.shop.advance(6000)
  await setup.shop.runJobs()
  const cents = (await creditNotes()).map((note) => note?.totals.grossCents)
  expect(cents).toEqual([740, 741 + 600])
  expect(await setup.atProvider(order)).toEqual([1341, 740])
})

test('its customer reads the message and what was refunded, and neither the reason nor who did it', async () => {
  const order = await shop.paidOrder()
  await shop.refund(order, [[0, 10]], { delivery: true, message: 'Ten were <b>bent</b>.' })
  const seen = (await setup.shop.call('GET', `/api/myorder/${order._id}`, { as: setup.customer })).body
  expect(seen.events.at(-1)).toEqual({
    kind: 'refunded',
    by: 'admin',
    at: expect.any(String),
    detail: '$7.48 in all',
    refund: {
      amount: 7.48,
      lines: [{ position: 0, quantity: 10, amount: 1.48 }],
      delivery: 6,
      message: 'Ten were <b>bent</b>.',
    },
  })
  expect(seen.lines).toMatchObject([{ refunded: 10 }, { sku: shop.products[1].sku }])
  expect(JSON.stringify(seen)).not.toMatch(/A sample|refunds|refundable/)
  const { body: audit } = await setup.shop.call('GET', '/api/audit?kind=order.refunded', { as: setup.admin })
  expect(audit[0].changes).toMatchObject([
    { field: 'refundedAmount', from: 0, to: 7.48 },
    { field: 'lines', to: [{ position: 0, quantity: 10 }] },
    { field: 'delivery', to: 6 },
    { field: 'message', to: 'Ten were <b>bent</b>.' },
  ])
})

test('what cannot be refunded by line is refused and changes nothing', async () => {
  const order = await shop.paidOrder()
  await shop.refund(order, [[0, 60]], { delivery: true })
  await setup.request(order, 3)
  const state = async () => [await setup.read(order), await shop.taken(), await setup.atProvider(order)]
  const before = await state()
  const refused = await shop.refund(order, [[0, 41]])
  expectRefused(refused, [409, 'exceeds_left'])
  expect(refused.body.left).toEqual(
    linesOf([
      [0, 40],
      [1, 200],
    ]),
  )
  expectRefused(await shop.refund(order, [], { delivery: true }), [409, 'conflict'])
  // After the amount less is left than these pieces cost.
  expectRefused(
    await shop.refund(order, [
      [0, 40],
      [1, 200],
    ]),
    [409, 'conflict'],
  )
  const unknown = await shop.refund(order, [
    [0, 1],
    [2, 1],
  ])
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, '#/lines/1/position'])
  const free = await shop.refund(order, [[1, 0]])
  expect([free.status, free.body.errors[0].pointer]).toEqual([422, '#/lines/0/quantity'])
  const twice = await shop.refund(order, [
    [0, 1],
    [0, 1],
  ])
  expect([twice.status, twice.body.errors[0].pointer]).toEqual([422, '#/lines/1/position'])
  for (const body of [
    {},
    { delivery: false },
    { amount: 1, lines: linesOf([[0, 1]]) },
    { amount: 1, delivery: true },
  ]) {
    const { status, body: answer } = await setup.requestParts(order, body)
    expect([status, answer.errors[0].pointer]).toEqual([422, '#/amount'])
  }
  for (const body of [
    { lines: [] },
    { lines: 'all' },
    { lines: linesOf([[-1, 1]]) },
    { lines: linesOf([[0, 1.5]]) },
    { lines: Array.from({ length: 201 }, (_, position) => ({ position, quantity: 1 })) },
    { delivery: 'yes' },
    { lines: linesOf([[0, 1]]), message: 'x'.repeat(501) },
    { lines: linesOf([[0, 1]]), message: 'a\u0007b' },
  ])
    expectRefused(await setup.requestParts(order, body), [422, 'invalid'])
  expect(await state()).toEqual(before)
})

test('pieces that cost less than half a cent are not refunded alone, nor is a free delivery', async () => {
  const product = await setup.shop.addProduct({ price: 0.0001, quantity: 100_000 })
  const body = { lines: [{ productId: product._id, quantity: 10_000 }], totalPrice: 1 }
  const terms = { deliverTo: { ...LYON, country: 'DE', postcode: '10115' }, delivery: 'standard' }
  const placed = await setup.shop.call('POST', '/api/order', {
    as: setup.customer,
    body: { ...body, ...terms },
  })
  const order = await setup.shop.pay(setup.customer, placed.body)
  const before = await setup.read(order)
  const { status, body: answer } = await shop.refund(order, [[0, 40]])
  expect([status, answer.errors[0].pointer]).toEqual([422, '#/lines'])
  expect(await setup.read(order)).toEqual(before)
})

// attack: double-refund
test('the same key refunds once; with other lines, delivery or message it is refused', async () => {
  const order = await shop.paidOrder()
  const both: Piece[] = [
    [0, 10],
    [1, 20],
  ]
  const first = await shop.refund(order, both, { message: 'Sorry' }, 'same')
  const again = await shop.refund(order, both.toReversed(), { message: 'Sorry', delivery: false }, 'same')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  const others: [Piece[], object][] = [
    [[[0, 10]], { message: 'Sorry' }],
    [
      [
        [0, 10],
        [1, 21],
      ],
      { message: 'Sorry' },
    ],
    [both, { message: 'Sorry', delivery: true }],
    [both, { message: 'Other' }],
    [both, {}],
    [[], { amount: first.body.refundedAmount, message: 'Sorry' }],
  ]
  for (const [pieces, more] of others)
    expectRefused(await shop.refund(order, pieces, more, 'same'), [422, 'key_reused'])
  expect(await setup.read(order)).toEqual(first.body)
  expect(await setup.atProvider(order)).toEqual([Math.round(first.body.refundedAmount * 100)])
})
