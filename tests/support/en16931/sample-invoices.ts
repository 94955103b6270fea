import { creditNoteOf, type InvoiceDocument, invoiceOf, type Refunded } from '#features/invoices/invoices.ts'
import { refundedPieces } from './refunded-pieces.ts'
import { BERLIN, invoiceFor, LYON, orderOf, SELLER } from './sample-orders.ts'

const LINES = [
  { unitPrice: 0.0687, quantity: 4250, origin: 'DE', customsCode: '73181568' },
  { unitPrice: 2, quantity: 100 },
  { unitPrice: 0.125, quantity: 333 },
]

const VAT = { kind: 'added', percent: 19 } as const
const INCLUDED = { kind: 'included', percent: 19 } as const

/** 200 lines with prices and quantities of which hardly any comes to whole cents. */
const MANY = Array.from({ length: 200 }, (_, index) => ({
  unitPrice: (687 + 31 * index) / 10_000,
  quantity: 101 + 37 * index,
}))

const credit = (invoice: InvoiceDocument, refunded: Refunded, earlier: InvoiceDocument[] = []) =>
  creditNoteOf({
    invoice,
    earlier,
    refunded,
    number: `CN-00000${earlier.length + 1}`,
    issuedOn: '2026-12-01',
    transactionId: 're_3Sample',
  })

const added = invoiceFor({ lines: LINES, tax: VAT, deliveryCents: 1900 })
const included = invoiceFor({ lines: LINES, tax: INCLUDED, deliveryCents: 1900 })
const many = invoiceFor({ lines: MANY, tax: VAT, deliveryCents: 6800 })
const partly = credit(included, refundedPieces(included, [], [{ position: 0, quantity: 250 }]))

/** Names as customers write them, and what an old row may have that XML has not. */
const SCRIPTS = {
  Greek: 'Εργαστήριο Παράδειγμα ΑΕ',
  Arabic: 'ورشة المثال',
  Chinese: '示例零件有限公司',
  Markup: 'R&D <Parts> "GmbH" \u0000\u0007\ufffe 😀',
}

const named = (name: string) =>
  invoiceFor({
    lines: [{ ...LINES[0], unitPrice: 0.0687, quantity: 100, name }],
    tax: VAT,
    change: { billTo: { ...BERLIN, name, company: name }, deliverTo: { ...BERLIN, name, street: name } },
  })

/** Documents of each kind that the shop makes. */
export const SAMPLE_INVOICES: Readonly<Record<string, InvoiceDocument>> = {
  'added tax with delivery': added,
  'included tax with delivery': included,
  'own part numbers and notes': {
    ...added,
    lines: added.lines.map((line) => ({ ...line, own: `A-${line.position}`, note: 'Left & right' })),
  },
  'free delivery': invoiceFor({ lines: LINES, tax: INCLUDED, deliveryCents: 0 }),
  'a rate with decimals': invoiceFor({ lines: LINES, tax: { kind: 'added', percent: 8.375 } }),
  'a rate of zero': invoiceFor({ lines: LINES, tax: { kind: 'included', percent: 0 } }),
  'reverse charge': invoiceFor({
    lines: LINES,
    tax: { kind: 'reverse_charge' },
    deliveryCents: 3200,
    vatId: 'FR83404833048',
    change: { deliverTo: LYON, billTo: LYON, poNumber: 'PO-4711' },
  }),
  export: invoiceFor({ lines: LINES, tax: { kind: 'export' }, deliveryCents: 3200 }),
  'export by a seller without VAT ID': invoiceFor(
    { lines: LINES, tax: { kind: 'export' } },
    { ...SELLER, vatId: undefined },
  ),
  'an Incoterm and a weight': invoiceFor({
    lines: LINES,
    tax: { ...VAT, note: 'VIES, the register of the EU, does not confirm this VAT ID.' },
    deliveryCents: 3200,
    incoterm: 'DAP',
    change: { deliverTo: LYON, weight: 12.345 },
  }),
  'no tax': invoiceFor({ lines: LINES, deliveryCents: 500, vatId: 'FR83404833048' }),
  'no tax, an address in one line': invoiceFor(
    { lines: LINES, change: { deliverTo: undefined, billTo: undefined } },
    { ...SELLER, vatId: undefined },
  ),
  'no reverse charge, with the reason': invoiceFor({
    lines: LINES,
    tax: { ...VAT, note: 'VIES, the register of the EU, does not confirm this VAT ID.' },
    vatId: 'FR83404833048',
  }),
  '200 lines with added tax': many,
  '200 lines with included tax': invoiceFor({ lines: MANY, tax: INCLUDED, deliveryCents: 6800 }),
  'on account': invoiceOf({
    order: orderOf({ lines: LINES, tax: VAT, change: { paid: false, transactionId: undefined } }),
    currency: 'usd',
    seller: SELLER,
    number: 'INV-000124',
    issuedOn: '2026-11-20',
    timeZone: 'UTC',
    dueOn: '2026-12-20',
  }),
  'credit note, whole': credit(included, { cents: included.totals.grossCents }),
  'credit note, pieces': partly,
  'credit note, the rest': credit(
    included,
    { cents: included.totals.grossCents - partly.totals.grossCents },
    [partly],
  ),
  'credit note, delivery alone': credit(added, refundedPieces(added, [], [], true)),
  'credit note, an amount': credit(added, { cents: 1234 }),
  'credit note, half of 200 lines': credit(
    many,
    refundedPieces(
      many,
      [],
      MANY.map(({ quantity }, position) => ({ position, quantity: Math.ceil(quantity / 2) })),
      true,
    ),
  ),
  ...Object.fromEntries(Object.entries(SCRIPTS).map(([script, name]) => [`names: ${script}`, named(name)])),
}
