import { frozenPaper } from '#features/documents/invoices/invoice-paper.ts'
import { renderInvoice } from '#features/documents/invoices/render-invoice.ts'
import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import { centsToDollars, formatTotal } from '#kit/money.ts'
import { readPdf } from '../pdf.ts'
import { termsOf } from './sample-orders.ts'

const dollars = (cents: number): string => formatTotal(centsToDollars(cents))

/** The totals of a document that its pages do not say, of `texts` in the sequence in which they are drawn, one line each. */
export function missingTotals(pages: readonly string[], document: InvoiceDocument): string[] {
  const { tax, totals, kind, number } = document
  const rows = pages.join('\n').split('\n')
  const last = (isLabel: (row: string) => boolean) => rows[rows.findLastIndex(isLabel) + 1]
  const paid = kind === 'invoice' ? 'Paid, ' : 'Refunded, '
  const said: (readonly [what: string, text: string | undefined, cents: number])[] = [
    ['total', last((row) => row === 'Total'), totals.grossCents],
  ]
  if (totals.dueCents > 0) said.push(['to be paid', last((row) => row === 'To be paid'), totals.dueCents])
  // Of pieces that cost less than half a cent together nothing is paid.
  else if (totals.paidCents > 0) said.push(['paid', last((row) => row.startsWith(paid)), totals.paidCents])
  if (tax.kind === 'included' || tax.kind === 'added') {
    const label = ` (${tax.percent} %) on ${dollars(totals.netCents)}`
    said.push(['tax', last((row) => row.endsWith(label)), totals.taxCents])
  }
  return [
    ...said.flatMap(([what, text, cents]) =>
      text === dollars(cents) ? [] : [`${number}: ${what} is ${text} on paper, and ${dollars(cents)}`],
    ),
    ...pages.flatMap((page, index) =>
      page.includes(number) ? [] : [`${number} is not on page ${index + 1}`],
    ),
  ]
}

/** What of the totals the PDF of a document does not say. */
export async function problemsOfPdf(document: InvoiceDocument): Promise<string[]> {
  const bytes = await renderInvoice(frozenPaper(document, termsOf(document)))
  return missingTotals(readPdf(bytes).pages, document)
}
