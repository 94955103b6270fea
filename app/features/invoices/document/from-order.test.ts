import { expect, test } from 'vitest'
import { invoiceFor, LYON, orderOf, SELLER } from '#tests/support/en16931/sample-orders.ts'
import { creditNoteOf } from './credit-note.ts'
import { invoiceOf } from './from-order.ts'
import { shownCents } from './invoice-document.ts'

// $12.34, $1.12 and 1 cent.
const LINES = [
  { unitPrice: 0.1234, quantity: 100, origin: 'DE', customsCode: '73181568' },
  { unitPrice: 0.0111, quantity: 101 },
  { unitPrice: 0.0001, quantity: 99 },
]

test('what prices include is divided among lines and delivery, to the cent', () => {
  const { lines, delivery, totals } = invoiceFor({
    lines: LINES,
    tax: { kind: 'included', percent: 19 },
    deliveryCents: 500,
  })
  expect(totals).toEqual({
    linesCents: 1347,
    deliveryCents: 500,
    netCents: 1552,
    taxCents: 295,
    grossCents: 1847,
    paidCents: 1847,
    dueCents: 0,
  })
  expect(lines.map(({ grossCents }) => grossCents)).toEqual([1234, 112, 1])
  // 1234, 112, 1 and 500 less 19 %, which would be 1036.97, 94.12, 0.84 and 420.17.
  expect([...lines, delivery].map((each) => each?.netCents)).toEqual([1037, 94, 1, 420])
})

test('of tax that is added lines and delivery have their share', () => {
  const invoice = invoiceFor({ lines: LINES, tax: { kind: 'added', percent: 19 }, deliveryCents: 500 })
  const { lines, delivery, totals } = invoice
  expect(totals).toMatchObject({ linesCents: 1347, deliveryCents: 500, netCents: 1847, taxCents: 351 })
  expect([...lines, delivery].map((each) => each?.netCents)).toEqual([1234, 112, 1, 500])
  expect([...lines, delivery].map((each) => each?.grossCents)).toEqual([1469, 133, 1, 595])
  expect(lines.map((line) => shownCents(line, invoice))).toEqual([1234, 112, 1])
})

test('it keeps the Incoterm of the delivery and the weight, and a credit note has neither', () => {
  const invoice = invoiceFor({ lines: LINES, deliveryCents: 500, incoterm: 'DAP', change: { weight: 1.5 } })
  expect(invoice.shipping).toEqual({ incoterm: 'DAP', weight: 1.5 })
  expect(invoiceFor({ lines: LINES, change: { weight: 1.5 } }).shipping).toEqual({ weight: 1.5 })
  expect(invoiceFor({ lines: LINES })).not.toHaveProperty('shipping')
  const refund = { invoice, earlier: [], refunded: { cents: 100 }, number: 'CN-1', issuedOn: '2026-12-01' }
  expect(creditNoteOf(refund)).not.toHaveProperty('shipping')
})

test('it has the parts, the parties and the references of the order', () => {
  const change = { poNumber: 'PO-1', billTo: LYON, shippedAt: '2026-11-24T23:30:00.000Z' }
  const order = orderOf({ lines: LINES, tax: { kind: 'reverse_charge' }, vatId: 'FR83404833048', change })
  const invoice = invoiceOf({
    order,
    currency: 'usd',
    seller: SELLER,
    number: 'INV-1',
    issuedOn: '2026-11-20',
    timeZone: 'UTC',
  })
  expect(invoice).toMatchObject({
    kind: 'invoice',
    number: 'INV-1',
    issuedOn: '2026-11-20',
    deliveredOn: '2026-11-24',
    seller: SELLER,
    buyer: { address: LYON, email: order.email, vatId: 'FR83404833048' },
    deliverTo: order.deliverTo,
    references: {
      orderNumber: order.number,
      orderedOn: '2026-11-20',
      poNumber: 'PO-1',
      transactionId: 'pi_3Sample',
    },
  })
  expect(invoice.lines[0]).toEqual({
    position: 0,
    sku: 'HX-933-M8-0',
    name: 'Hexagon screw M8 × 40',
    quantity: 100,
    unitPrice: 0.1234,
    netCents: 1234,
    grossCents: 1234,
    origin: 'DE',
    customsCode: '73181568',
  })
  // It is kept as JSON.
  expect(JSON.parse(JSON.stringify(invoice))).toEqual(invoice)
})

test('the day of delivery is that which was promised, else that of the issue', () => {
  expect(invoiceFor({ lines: LINES, deliveryCents: 0 }).deliveredOn).toBe('2026-11-23')
  expect(invoiceFor({ lines: LINES }).deliveredOn).toBe('2026-11-20')
})

test('an address in one line is in the country from which the order goes', () => {
  const change = { deliverTo: undefined, billTo: undefined, deliverFrom: undefined }
  const at = (seller: typeof SELLER) => invoiceFor({ lines: LINES, change }, seller).buyer.address
  expect(at(SELLER)).toEqual({ name: 'Eva Muster', street: 'Beispielweg 2, 10117 Berlin', country: 'DE' })
  expect(at({}).country).toBe('US')
})

test('an order from before taxes were decided has the tax of that time', () => {
  const order = { ...orderOf({ lines: LINES }), tax: undefined }
  const source = {
    order,
    currency: 'usd',
    seller: SELLER,
    number: 'INV-1',
    issuedOn: '2026-11-20',
    timeZone: 'UTC',
  }
  expect(invoiceOf({ ...source, formerPercent: 19 })).toMatchObject({
    tax: { kind: 'included', percent: 19, name: 'tax' },
    totals: { grossCents: 1347, taxCents: 215 },
  })
})

test('what is not paid is due on a day; without one, and with sums that contradict each other, there is no invoice', () => {
  const order = orderOf({ lines: LINES, change: { paid: false } })
  const source = {
    order,
    currency: 'usd',
    seller: SELLER,
    number: 'INV-1',
    issuedOn: '2026-11-20',
    timeZone: 'UTC',
  }
  const invoice = invoiceOf({ ...source, dueOn: '2026-12-20' })
  expect(invoice).toMatchObject({ dueOn: '2026-12-20', totals: { paidCents: 0, dueCents: 1347 } })
  expect(() => invoiceOf(source)).toThrow('no day until which')
  const wrong = { ...order, payable: 13.48 }
  expect(() => invoiceOf({ ...source, order: wrong, dueOn: '2026-12-20' })).toThrow(
    'its parts over 1347 cents',
  )
})
