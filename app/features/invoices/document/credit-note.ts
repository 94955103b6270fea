import type { RefundedLine, RefundedParts } from '#features/orders/left-to-refund.ts'
import { centsToDollars, exactE4, totalCents } from '#kit/money.ts'
import { apportionCents, containedTaxCents } from '#kit/money-division.ts'
import { invoiceTexts } from '../texts.ts'
import { type Amounts, type InvoiceDocument, type InvoiceLine, shownCents } from './invoice-document.ts'

/** What is paid back of an invoice: pieces by the position of their line, and the delivery; or an amount alone. */
export type Refunded = RefundedParts | { readonly cents: number }

/** What a refund is of. `earlier` are the credit notes of the invoice that hold: not those whose money came back. */
interface RefundSource {
  readonly invoice: InvoiceDocument
  readonly earlier: readonly InvoiceDocument[]
  readonly refunded: Refunded
}

/** What is left of an invoice after its credit notes. A line keeps its place when none of its pieces are left. */
export interface LeftOfInvoice {
  readonly lines: readonly InvoiceLine[]
  readonly delivery: Amounts
  /** What is left to pay back. Less than lines and delivery after an amount alone was paid back. */
  readonly grossCents: number
}

/** What is left to pay back of an invoice, by line and in all. */
export function leftOfInvoice(invoice: InvoiceDocument, earlier: readonly InvoiceDocument[]): LeftOfInvoice {
  const credited = earlier.flatMap(({ lines }) => lines)
  const lines = invoice.lines.map((line) => {
    const gone = credited.filter(({ position }) => position === line.position)
    return {
      ...line,
      ...leftOf(line, gone),
      quantity: gone.reduce((left, { quantity }) => left - quantity, line.quantity),
    }
  })
  const deliveries = earlier.flatMap(({ delivery }) => delivery ?? [])
  return {
    lines,
    delivery: leftOf(invoice.delivery ?? NOTHING, deliveries),
    grossCents: earlier.reduce((left, { totals }) => left - totals.grossCents, invoice.totals.grossCents),
  }
}

const NOTHING: Amounts = { netCents: 0, grossCents: 0 }

/** The cents of the tax of a credit note fall on its lines otherwise than in the invoice: one may be a cent over. */
function leftOf(whole: Amounts, gone: readonly Amounts[]): Amounts {
  const net = gone.reduce((left, { netCents }) => left - netCents, whole.netCents)
  const gross = gone.reduce((left, { grossCents }) => left - grossCents, whole.grossCents)
  return { netCents: Math.max(0, net), grossCents: Math.max(0, gross) }
}

/** A part of a refund: what of it is paid back, and in `shownCents` as ordered. */
interface Part {
  readonly of: InvoiceLine | 'delivery' | 'amount'
  readonly grossCents: number
  readonly shownCents: number
  /** What is left of it without tax, when nothing of it is left after this. */
  readonly wholeNetCents?: number
}

/** Lines, in the sequence of the invoice, then the delivery. */
function partsOf({ invoice, earlier, refunded }: RefundSource): Part[] {
  if ('cents' in refunded) return [{ of: 'amount', grossCents: refunded.cents, shownCents: refunded.cents }]
  const left = leftOfInvoice(invoice, earlier)
  const lines = refunded.lines
    .filter(({ quantity }) => quantity > 0)
    .flatMap((line) => {
      const leftOfLine = left.lines[line.position]
      return leftOfLine ? [linePart(invoice, leftOfLine, line)] : []
    })
  const { deliveryCents } = refunded
  if (deliveryCents === null || !invoice.delivery) return lines
  const { netCents } = left.delivery
  const shown = shownCents(left.delivery, invoice)
  const delivery = { grossCents: deliveryCents, shownCents: shown, wholeNetCents: netCents }
  return [...lines, { of: 'delivery', ...delivery }]
}

function linePart(
  { tax }: InvoiceDocument,
  left: InvoiceLine,
  { quantity, cents: grossCents }: RefundedLine,
): Part {
  const whole = shownCents(left, { tax })
  const of = { ...left, quantity }
  if (quantity === left.quantity) return { of, grossCents, shownCents: whole, wholeNetCents: left.netCents }
  const shown = totalCents(exactE4(left.unitPrice), quantity)
  return { of, grossCents, shownCents: Math.min(whole, shown) }
}

/** What a credit note is made from. `transactionId` is the refund at the provider. */
export interface CreditNoteSource extends RefundSource {
  readonly number: string
  readonly issuedOn: string
  readonly transactionId?: string
}

/**
 * The credit note about a refund that was paid. An amount that is all that is left becomes a credit note about all pieces that
 * are left, unless an amount alone was paid back before. Throws when more is paid back than is left.
 */
export function creditNoteOf(source: CreditNoteSource): InvoiceDocument {
  const { invoice, earlier, number, issuedOn, transactionId } = source
  const parts = partsOf({ ...source, refunded: asAmount({ ...source, refunded: asPieces(source) }) })
  const sums = sumsOf(invoice, earlier, parts)
  const amounts = amountsOf(parts, sums.netCents)
  const lines = parts.flatMap(({ of }, index) => {
    const own = amounts[index] ?? NOTHING
    return of === 'delivery' ? [] : [{ ...(of === 'amount' ? amountLine(own, invoice) : of), ...own }]
  })
  const paidDelivery = parts.at(-1)?.of === 'delivery' ? amounts.at(-1) : undefined
  const { dueOn: _, shipping: __, delivery, ...frozen } = invoice
  return {
    ...frozen,
    kind: 'credit_note',
    number,
    issuedOn,
    lines,
    ...(delivery && paidDelivery && { delivery: { name: delivery.name, ...paidDelivery } }),
    totals: {
      linesCents: lines.reduce((sum, line) => sum + shownCents(line, invoice), 0),
      deliveryCents: shownCents(paidDelivery ?? NOTHING, invoice),
      ...sums,
      paidCents: sums.grossCents,
      dueCents: 0,
    },
    references: {
      ...invoice.references,
      ...(transactionId !== undefined && { transactionId }),
      preceding: { number: invoice.number, issuedOn: invoice.issuedOn },
    },
  }
}

function asPieces({ invoice, earlier, refunded }: RefundSource): Refunded {
  const left = leftOfInvoice(invoice, earlier)
  const isByPieces = earlier.every(({ lines }) => lines.every(({ position }) => position !== undefined))
  if (!('cents' in refunded) || refunded.cents !== left.grossCents || !isByPieces) return refunded
  return {
    lines: left.lines.map(({ quantity, grossCents: cents }, position) => ({ position, quantity, cents })),
    deliveryCents: left.delivery.grossCents || null,
  }
}

/**
 * A credit note about an amount that was all that was left has taken all pieces. When an earlier refund fails after that, pieces
 * can be refunded again that no credit note has left: that one is about the amount.
 */
function asAmount({ invoice, earlier, refunded }: RefundSource): Refunded {
  if ('cents' in refunded) return refunded
  const left = leftOfInvoice(invoice, earlier)
  const { lines, deliveryCents } = refunded
  const isLeft = lines.every(({ position, quantity, cents }) => {
    const line = left.lines[position]
    return line !== undefined && quantity <= line.quantity && cents <= line.grossCents
  })
  if (isLeft && (deliveryCents ?? 0) <= left.delivery.grossCents) return refunded
  return { cents: lines.reduce((sum, line) => sum + line.cents, deliveryCents ?? 0) }
}

/**
 * What is left of lines and of the delivery has the net sum that it has on the invoice. Else the tax is what is missing in the
 * credit notes before this one to the tax of all that was paid back. So those of a whole order have exactly the tax of its
 * invoice.
 */
function sumsOf({ tax, totals }: InvoiceDocument, earlier: readonly InvoiceDocument[], parts: Part[]) {
  const before = earlier.reduce((sum, note) => sum + note.totals.grossCents, 0)
  const taxBefore = earlier.reduce((sum, note) => sum + note.totals.taxCents, 0)
  const grossCents = parts.reduce((sum, part) => sum + part.grossCents, 0)
  if (before + grossCents > totals.grossCents)
    throw new Error(`${grossCents} cents are more than what is left of ${totals.grossCents}.`)
  const wholeNets = parts.flatMap(({ wholeNetCents }) => wholeNetCents ?? [])
  const ofWhole = grossCents - sumOf(wholeNets)
  const laterTax = totals.taxCents - taxBefore - ofWhole
  // Of a few cents that are left the tax can be no more than all of them, and not below 0.
  const isAsInvoiced =
    wholeNets.length === parts.length && laterTax >= 0 && laterTax <= totals.grossCents - before - grossCents
  const missing = isAsInvoiced ? ofWhole : containedTaxCents(before + grossCents, tax.percent) - taxBefore
  const taxCents = Math.min(grossCents, Math.max(0, missing))
  return { netCents: grossCents - taxCents, taxCents, grossCents }
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0)

/** The cents that rounding the tax leaves fall on parts of which something is left, if there are any. */
function amountsOf(parts: readonly Part[], netCents: number): Amounts[] {
  const rest = netCents - sumOf(parts.map(({ wholeNetCents = 0 }) => wholeNetCents))
  const open = parts.map(({ shownCents: shown, wholeNetCents }) => (wholeNetCents === undefined ? shown : 0))
  const shown = parts.map((part) => part.shownCents)
  const gross = parts.map(({ grossCents }) => grossCents)
  const isWhole = rest >= 0 && (rest === 0 || open.some(Boolean))
  // Of a cent of tax that rounding left to a line, nothing is shown.
  const net = isWhole
    ? apportionCents(rest, open)
    : apportionCents(netCents, shown.some(Boolean) ? shown : gross)
  return parts.map(({ grossCents, wholeNetCents }, index) => ({
    netCents: (isWhole ? wholeNetCents : undefined) ?? net[index] ?? 0,
    grossCents,
  }))
}

const amountLine = (amounts: Amounts, invoice: InvoiceDocument): Omit<InvoiceLine, keyof Amounts> => ({
  sku: '',
  name: invoiceTexts.refund,
  quantity: 1,
  unitPrice: centsToDollars(shownCents(amounts, invoice)),
})

/**
 * The invoice over the sum of a credit note whose money came back, because the provider could not pay it out. It refers to the
 * credit note.
 */
export function invoiceAgainOf(
  creditNote: InvoiceDocument,
  { number, issuedOn }: Pick<InvoiceDocument, 'number' | 'issuedOn'>,
): InvoiceDocument {
  const preceding = { number: creditNote.number, issuedOn: creditNote.issuedOn }
  return {
    ...creditNote,
    kind: 'invoice',
    number,
    issuedOn,
    references: { ...creditNote.references, preceding },
  }
}
