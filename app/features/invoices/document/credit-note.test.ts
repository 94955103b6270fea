import { expect, test } from 'vitest'
import { refundedPieces, sumOf } from '#tests/support/en16931/refunded-pieces.ts'
import { invoiceFor } from '#tests/support/en16931/sample-orders.ts'
import { creditNoteOf, invoiceAgainOf, leftOfInvoice, type Refunded } from './credit-note.ts'
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

const creditPieces = (
  invoice: InvoiceDocument,
  [position, quantity]: readonly [number, number],
  earlier: readonly InvoiceDocument[] = [],
  delivery = false,
) => credit(invoice, refundedPieces(invoice, earlier, [{ position, quantity }], delivery), earlier)

test.each([
  ['included', included, 185],
  // 15 × 0.1234 × 1.19 is 2.20269.
  ['added', added, 220],
] as const)('pieces cost their price with the tax that is %s, half a cent up', (_kind, invoice, cents) => {
  expect(sumOf(refundedPieces(invoice, [], [{ position: 0, quantity: 15 }]))).toBe(cents)
})

test('a credit note names the pieces, their tax and the invoice, and leaves that as it is', () => {
  const before = structuredClone(added)
  const note = creditNoteOf({
    invoice: added,
    earlier: [],
    refunded: refundedPieces(added, [], [{ position: 0, quantity: 15 }], true),
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

test('a line or the delivery that is credited at once has the net sum of the invoice, beside any pieces of the other', () => {
  for (const invoice of [added, included])
    for (let quantity = 1; quantity < 101; quantity += 1)
      for (const whole of [0, 100]) {
        const pieces = [
          { position: 0, quantity: whole },
          { position: 1, quantity },
        ].filter((line) => line.quantity > 0)
        const { lines, delivery } = credit(invoice, refundedPieces(invoice, [], pieces, true))
        expect([quantity, delivery?.netCents]).toEqual([quantity, invoice.delivery?.netCents])
        if (whole > 0) expect(lines[0]?.netCents).toBe(invoice.lines[0]?.netCents)
      }
})

test('what makes a line whole takes what is left of it, and all credit notes come to the invoice', () => {
  for (const invoice of [added, included]) {
    const notes: InvoiceDocument[] = []
    for (const quantity of [33, 33, 34]) notes.push(creditPieces(invoice, [0, quantity], notes))
    expect(notes.reduce((sum, { totals }) => sum + totals.grossCents, 0)).toBe(invoice.lines[0]?.grossCents)
    expect(leftOfInvoice(invoice, notes).lines.map(({ quantity }) => quantity)).toEqual([0, 101])
    notes.push(creditPieces(invoice, [1, 101], notes, true))
    for (const key of ['grossCents', 'netCents', 'taxCents'] as const)
      expect(notes.reduce((sum, { totals }) => sum + totals[key], 0)).toBe(invoice.totals[key])
  }
})

test('the whole amount is a credit note about all pieces and the delivery', () => {
  const { lines, delivery, totals } = credit(included, { cents: included.totals.grossCents })
  expect([lines, delivery, totals]).toEqual([included.lines, included.delivery, included.totals])
})

test('the rest after pieces is about the pieces that are left', () => {
  const first = creditPieces(included, [0, 40])
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
  const first = creditPieces(included, [0, 15])
  const second = creditPieces(included, [0, 15], [first])
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

test('credit notes come to the money of their refunds, in whichever sequence the provider pays', () => {
  for (const invoice of [added, included]) {
    // Priced one after the other, when they were asked for: the last makes the line whole.
    const asked: Refunded[] = []
    const priced: InvoiceDocument[] = []
    for (const quantity of [33, 33, 34]) {
      const refunded = refundedPieces(invoice, priced, [{ position: 0, quantity }])
      priced.push(credit(invoice, refunded, priced))
      asked.push(refunded)
    }
    const paid: InvoiceDocument[] = []
    for (const refunded of asked.toReversed()) paid.push(credit(invoice, refunded, paid))
    expect(paid.map(({ totals }) => totals.grossCents)).toEqual(
      priced.map(({ totals }) => totals.grossCents).toReversed(),
    )
    expect(paid.map(({ lines }) => lines[0]?.quantity)).toEqual([34, 33, 33])
    const cents = invoice.totals.grossCents - paid.reduce((sum, { totals }) => sum + totals.grossCents, 0)
    paid.push(credit(invoice, { cents }, paid))
    for (const key of ['grossCents', 'netCents', 'taxCents'] as const)
      expect(paid.reduce((sum, { totals }) => sum + totals[key], 0)).toBe(invoice.totals[key])
  }
})

test('pieces that an earlier credit note has are an amount; more money than is left is refused', () => {
  const first = creditPieces(included, [0, 60])
  const again = refundedPieces(included, [], [{ position: 0, quantity: 41 }], true)
  const note = credit(included, again, [first])
  expect(note.lines).toMatchObject([{ name: 'Refund', quantity: 1, grossCents: sumOf(again) }])
  expect(note.delivery).toBeUndefined()
  expect(() => credit(included, { cents: included.totals.grossCents }, [first])).toThrow(
    'more than what is left',
  )
})
