import type { XmlFormat } from '#features/invoices/invoices.ts'

const ofOrder = (orderId: string, file: string): string =>
  `/api/myorder/${encodeURIComponent(orderId)}/${file}`

const slipOf = (orderId: string): string => `/api/order/${encodeURIComponent(orderId)}/packing-slip.pdf`

/** The paths of the documents of an order. Of an invoice with a number, that one over a credit note whose money came back. */
export const orderDocumentPaths = {
  confirmation: (orderId: string) => ofOrder(orderId, 'confirmation.pdf'),
  invoice: (orderId: string, number?: string) =>
    ofOrder(orderId, `invoice.pdf${number === undefined ? '' : `?number=${encodeURIComponent(number)}`}`),
  invoiceXml: (orderId: string, format: XmlFormat, number?: string) =>
    ofOrder(
      orderId,
      `invoice.xml?format=${format}${number === undefined ? '' : `&number=${encodeURIComponent(number)}`}`,
    ),
  creditNote: (orderId: string, number: string) =>
    ofOrder(orderId, `credit-note/${encodeURIComponent(number)}.pdf`),
  creditNoteXml: (orderId: string, number: string, format: XmlFormat) =>
    ofOrder(orderId, `credit-note/${encodeURIComponent(number)}.xml?format=${format}`),
  proForma: (orderId: string) => ofOrder(orderId, 'pro-forma.pdf'),
  packingSlip: slipOf,
  shipmentSlip: (orderId: string, shipmentId: string) =>
    `${slipOf(orderId)}?shipment=${encodeURIComponent(shipmentId)}`,
} as const

/** The path of the packing slips of these orders as one document. */
export const packingSlipsPath = (orderIds: readonly string[]): string =>
  `/api/orders/packing-slips.pdf?ids=${orderIds.map(encodeURIComponent).join(',')}`
