import { encode } from 'uqr'
import type { InvoiceDocument } from '#features/invoices/invoices.ts'
import { centsToDollars } from '#kit/money.ts'
import { PAGE, type PdfDocument } from '#kit/pdf/document.ts'

/** What the name of a payee may have there, in characters. */
const LONGEST_NAME = 70

/**
 * What the QR code of a credit transfer in euro says, by the guideline EPC069-12 of the European Payments Council: programs of banks read
 * from it whom to pay, how much and what to name. Undefined for another currency, without an account, and when nothing is due.
 */
export function paymentCode({ currency, seller, totals, number }: InvoiceDocument): string | undefined {
  const { bank, name } = seller
  if (currency !== 'EUR' || !bank || !name || totals.dueCents <= 0) return undefined
  const amount = `EUR${centsToDollars(totals.dueCents).toFixed(2)}`
  const payee = name.slice(0, LONGEST_NAME)
  // Service, version, UTF-8, SEPA credit transfer; no purpose and no structured reference, then the text.
  return ['BCD', '002', '1', 'SCT', bank.bic ?? '', payee, bank.iban, amount, '', '', number].join('\n')
}

/** The side of the code on paper in points, with what a camera needs around it. */
const SIDE = 92
const MARGIN = 4

/** Draws the code at the left, on a page that has room for all of it. */
export function drawPaymentCode(document: PdfDocument, text: string): void {
  // The guideline wants the correction M.
  const { data } = encode(text, { ecc: 'M', border: MARGIN })
  document.reserve(SIDE)
  const square = SIDE / data.length
  const { pdf, y } = document
  pdf.save().translate(PAGE.left - MARGIN * square, y)
  for (const [row, squares] of data.entries())
    for (const [column, isDark] of squares.entries())
      if (isDark) pdf.rect(column * square, row * square, square, square)
  pdf.fill('#000000').restore()
  document.y += SIDE
}
