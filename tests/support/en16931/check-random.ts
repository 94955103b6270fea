import fc from 'fast-check'
import {
  creditNoteOf,
  type InvoiceDocument,
  invoiceXml,
  leftOfInvoice,
  missingFields,
  type Refunded,
  XML_FORMATS,
} from '#features/invoices/invoices.ts'
import { exactCents } from '#kit/money.ts'
import { checkFacts, readInvoice } from './check-invoice.ts'
import { type GivenRefund, type RandomCase, randomCase } from './random-orders.ts'
import { refundedPieces, sumOf } from './refunded-pieces.ts'
import { invoiceFor, orderOf } from './sample-orders.ts'

/** The invoice of a random order, and the credit notes of its refunds; the last takes all that is left. */
export function documentsOf({ order, seller, refunds }: RandomCase): InvoiceDocument[] {
  const invoice = invoiceFor(order, seller)
  const earlier: InvoiceDocument[] = []
  const add = (refunded: Refunded): void => {
    const left = leftOfInvoice(invoice, earlier).grossCents
    const cents = 'cents' in refunded ? refunded.cents : sumOf(refunded)
    // After an amount alone less may be left than the pieces cost: the shop refuses that.
    if (cents === 0 || cents > left) return
    const number = `CN-${earlier.length + 1}`
    earlier.push(creditNoteOf({ invoice, earlier, refunded, number, issuedOn: '2026-12-01' }))
  }
  for (const refund of refunds) add(askedOf(refund, invoice, earlier))
  add({ cents: leftOfInvoice(invoice, earlier).grossCents })
  return [invoice, ...earlier]
}

function askedOf(
  { isAmount, shares, delivery }: GivenRefund,
  invoice: InvoiceDocument,
  earlier: InvoiceDocument[],
): Refunded {
  const left = leftOfInvoice(invoice, earlier)
  const share = (whole: number, index: number) =>
    Math.floor((whole * (shares[index % shares.length] ?? 0)) / 1000)
  if (isAmount) return { cents: share(left.grossCents, 0) }
  const lines = left.lines.map(({ quantity }, position) => ({
    position,
    quantity: share(quantity, position),
  }))
  return refundedPieces(invoice, earlier, lines, delivery && left.delivery.grossCents > 0)
}

/** What is wrong with the documents of an order: rules that do not hold, and sums that differ. Nothing, in a right shop. */
function problemsOf(given: RandomCase): string[] {
  const [invoice, ...notes] = documentsOf(given)
  const { payable, totalPrice, tax } = orderOf(given.order)
  const { totals } = invoice ?? {}
  const sums = { grossCents: payable, linesCents: totalPrice, taxCents: tax?.amount ?? 0 } as const
  const credited = (key: 'grossCents' | 'netCents' | 'taxCents') =>
    notes.reduce((sum, note) => sum + note.totals[key], 0)
  return [
    ...[invoice, ...notes].flatMap((document) => (document ? brokenRules(document) : [])),
    ...Object.entries(sums).flatMap(([key, dollars]) => {
      const cents = totals?.[key as keyof typeof sums]
      return cents === exactCents(dollars) ? [] : [`${key} is ${cents}, and of the order ${dollars}`]
    }),
    ...(invoice ? wrongNets(invoice, notes) : []),
    ...(['grossCents', 'netCents', 'taxCents'] as const).flatMap((key) =>
      credited(key) === totals?.[key]
        ? []
        : [`the credit notes have ${credited(key)} ${key} of ${totals?.[key]}`],
    ),
  ]
}

/**
 * Lines and deliveries that are credited at once, with another net sum than the invoice has. Where a line has a few cents only, one
 * of them may be missing elsewhere: half of a line of one cent, which has no net sum, is credited with a cent.
 */
const wrongNets = (invoice: InvoiceDocument, notes: readonly InvoiceDocument[]): string[] =>
  notes.flatMap(({ number, lines, delivery }) => {
    const whole = lines.filter(
      ({ position, quantity }) => quantity === invoice.lines[position ?? -1]?.quantity,
    )
    const isWrong =
      whole.some(({ position, netCents }) => netCents !== invoice.lines[position ?? -1]?.netCents) ||
      (delivery && delivery.netCents !== invoice.delivery?.netCents)
    return isWrong && invoice.lines.every(({ grossCents }) => grossCents >= LEAST_CENTS)
      ? [`${number} credits a line or the delivery with another net sum`]
      : []
  })

const LEAST_CENTS = 10

const brokenRules = (document: InvoiceDocument): string[] =>
  XML_FORMATS.filter((format) => missingFields(document, format).length === 0).flatMap((format) => {
    const { failed } = checkFacts(readInvoice(invoiceXml(document, format), format), format)
    return failed.map((rule) => `${document.number} as ${format}: ${rule}`)
  })

/**
 * Checks so many random orders with their refunds. Throws with the seed and the smallest order that has a problem; after
 * `interruptAfterTimeLimit` milliseconds no smaller one is looked for, and no further order.
 */
export function checkRandomInvoices(options: {
  readonly numRuns: number
  readonly seed?: number
  readonly interruptAfterTimeLimit?: number
}): void {
  const isRight = fc.property(randomCase, (given) => {
    const problems = problemsOf(given)
    if (problems.length > 0) throw new Error(problems.slice(0, 5).join('; '))
  })
  fc.assert(isRight, options)
}
