import { expect, test } from 'vitest'
import { invoiceFor } from '#tests/support/en16931/sample-orders.ts'
import { creditNoteOf, invoiceAgainOf, leftOfInvoice, type Refunded, refundCents } from './credit-note.ts'
import type { InvoiceDocument } from './invoice-document.ts'

// 100 pieces for $12.34 and 101 for $1.12; the delivery is $5.00.
const LINES = [
  { unitPrice: 0.1234, quantity: 100 },
  { unitPrice: 0.0111, quantity: 101 },
]

const added = invoiceFor({ lines: LINES, tax: { kind: 'added', percent: 19 }, deliveryCents: 500 })
const included = invoiceFor({ lines: LINES, tax: { kind: 'included', percent: 19 }, deliveryCents: 500 })

const credit = (invoice: InvoiceDocument, refunded: Refunded, earlier: readonly InvoiceDocument[] = []) =>
  creditNoteOf({ invoice, earlier, refunded, number: `CN-${earlier.length + 1}`, issuedOn: '2026-12-01' })

const pieces = (position: number, quantity: number, delivery = false): Refunded => ({
  lines: [{ position, quantity }],
  delivery,
})

test.each([
  ['included', included, 185],
  // 15 × 0.1234 × 1.19 is 2.20269.
  ['added', added, 220],
] as const)('pieces cost their price with the tax that is %s, half a cent up', (_kind, invoice, cents) => {
  expect(refundCents({ invoice, earlier: [], refunded: pieces(0, 15) })).toBe(cents)
})

test('a credit note names the pieces, their tax and the invoice, and leaves that as it is', () => {
  const before = structuredClone(added)
  const note = creditNoteOf({
    invoice: added,
    earlier: [],
    refunded: pieces(0, 15, true),
    number: 'CN-1',
    issuedOn: '2026-12-01',
    transactionId: 're_1',
  })
  expect(note).toMatchObject({
    kind: 'credit_note',
    number: 'CN-1',
    issuedOn: '2026-12-01',
    lines: [{ position: 0, quantity: 15, unitPrice: 0.1234, netCents: 185, grossCents: 220 }],
    delivery: { name: 'Express', netCents: 500, grossCents: 595 },
    totals: { grossCents: 815, netCents: 685, taxCents: 130, paidCents: 815, dueCents: 0 },
    references: { transactionId: 're_1', preceding: { number: 'INV-000123', issuedOn: '2026-11-20' } },
  })
  expect(added).toEqual(before)
})

test('what makes a line whole takes what is left of it, and all credit notes come to the invoice', () => {
  for (const invoice of [added, included]) {
    const notes: InvoiceDocument[] = []
    for (const quantity of [33, 33, 34]) notes.push(credit(invoice, pieces(0, quantity), notes))
    expect(notes.reduce((sum, { totals }) => sum + totals.grossCents, 0)).toBe(invoice.lines[0]?.grossCents)
    expect(leftOfInvoice(invoice, notes).lines.map(({ quantity }) => quantity)).toEqual([0, 101])
    notes.push(credit(invoice, pieces(1, 101, true), notes))
    for (const key of ['grossCents', 'netCents', 'taxCents'] as const)
      expect(notes.reduce((sum, { totals }) => sum + totals[key], 0)).toBe(invoice.totals[key])
  }
})

test('the whole amount is a credit note about all pieces and the delivery', () => {
  const { lines, delivery, totals } = credit(included, { cents: included.totals.grossCents })
  expect([lines, delivery, totals]).toEqual([included.lines, included.delivery, included.totals])
})

test('the rest after pieces is about the pieces that are left', () => {
  const first = credit(included, pieces(0, 40))
  const cents = included.totals.grossCents - first.totals.grossCents
  expect(credit(included, { cents }, [first]).lines.map(({ quantity }) => quantity)).toEqual([60, 101])
})

test('an amount alone is a line without a part; so is the rest after it', () => {
  const first = credit(added, { cents: 119 })
  expect(first.lines).toEqual([
    { sku: '', name: 'Refund', quantity: 1, unitPrice: 1, netCents: 100, grossCents: 119 },
  ])
  const rest = credit(added, { cents: added.totals.grossCents - 119 }, [first])
  expect(rest.lines).toMatchObject([{ name: 'Refund', quantity: 1 }])
  expect(first.totals.taxCents + rest.totals.taxCents).toBe(added.totals.taxCents)
})

test('after one whose money came back the tax still comes to that of the invoice', () => {
  const first = credit(included, pieces(0, 15))
  const second = credit(included, pieces(0, 15), [first])
  const again = invoiceAgainOf(first, { number: 'INV-000124', issuedOn: '2026-12-05' })
  expect(again).toMatchObject({
    kind: 'invoice',
    number: 'INV-000124',
    issuedOn: '2026-12-05',
    lines: first.lines,
    totals: first.totals,
    references: { preceding: { number: 'CN-1', issuedOn: '2026-12-01' } },
  })
  const rest = credit(included, { cents: included.totals.grossCents - second.totals.grossCents }, [second])
  expect(second.totals.taxCents + rest.totals.taxCents).toBe(included.totals.taxCents)
})

test('more pieces, or more money, than are left are refused', () => {
  const first = credit(included, pieces(0, 60))
  expect(() => credit(included, pieces(0, 41), [first])).toThrow('no 41 pieces left')
  expect(() => credit(included, pieces(2, 1))).toThrow('no 1 pieces left')
  const twice = [
    { position: 0, quantity: 60 },
    { position: 0, quantity: 60 },
  ]
  expect(() => credit(included, { lines: twice, delivery: false })).toThrow('no 120 pieces left')
  expect(() => credit(included, { cents: included.totals.grossCents }, [first])).toThrow(
    'more than what is left',
  )
})
