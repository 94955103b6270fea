import { type InvoiceDocument, leftOfInvoice } from '#features/invoices/invoices.ts'
import { piecesCents, type RefundedParts } from '#features/orders/left-to-refund.ts'
import type { ShipmentLine } from '#features/orders/schema.ts'

/** A refund of pieces of an invoice and of its delivery, at what the shop refunds for them after these credit notes. */
export function refundedPieces(
  invoice: InvoiceDocument,
  earlier: readonly InvoiceDocument[],
  pieces: readonly ShipmentLine[],
  isWithDelivery = false,
): RefundedParts {
  const left = leftOfInvoice(invoice, earlier)
  const lines = pieces.map(({ position, quantity }) => {
    const line = left.lines[position]
    if (!line) throw new Error(`The invoice has no line ${position}.`)
    const leftOfLine = { quantity: line.quantity, cents: line.grossCents }
    return { position, quantity, cents: piecesCents(line, invoice, leftOfLine, quantity) }
  })
  return { lines, deliveryCents: isWithDelivery ? left.delivery.grossCents : null }
}

export const sumOf = ({ lines, deliveryCents }: RefundedParts): number =>
  lines.reduce((sum, { cents }) => sum + cents, deliveryCents ?? 0)
