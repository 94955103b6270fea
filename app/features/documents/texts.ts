import { piecesText } from '#kit/text/count-text.ts'

/** The texts of documents and share pictures. */
export const documentTexts = {
  dataSheet: 'Data sheet',
  partNumber: 'Part number',
  noDrawing: 'No drawing',
  attributes: 'Properties',
  prices: 'Prices in US dollars',
  fromPieces: 'From pieces',
  pricePerPiece: 'Per piece',
  total: 'Total',
  ordering: 'Ordering',
  description: 'Description',
  from: (pieces: number) => `from ${piecesText(pieces)}`,
  pricesOf: (day: string) => `Prices as of ${day} (UTC)`,
} as const

/** The texts of documents about orders. */
export const orderPaperTexts = {
  confirmation: 'Order confirmation',
  invoice: 'Invoice',
  packingSlip: 'Packing slip',
  receipt: 'Receipt',
  notInvoice: 'This is a receipt and not an invoice: that one went to the customer.',
  receiptFor: (name: string) => `Ordered by ${name}`,
  onlyLeft: 'Without the pieces that are shipped already.',
  onlyShipment: 'The pieces of this shipment only.',
  allShipped: 'All of it is shipped already.',
  moneyBack: 'Nothing is to be packed: the money of this order went back, or is on its way.',
  restocked: 'Nothing is to be packed: what was not shipped of this order went back to stock.',
  unpaid: 'This order is not paid.',
  addressChanged: (day: string) =>
    `The address was changed after the payment, on ${day}: a slip that was printed before has the former one.`,
  carrier: 'Carrier',
  tracking: 'Tracking number',
  sample: 'Sample – not an invoice.',
  noSeller: 'The shop has not set who sells.',
  cancelled: 'This order is cancelled.',
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Invoice date',
  orderNumber: 'Order number',
  orderDate: 'Order date',
  poNumber: 'PO number',
  shipped: 'Shipped',
  phone: 'Phone',
  note: 'Note',
  taxId: 'Tax ID',
  position: 'Pos.',
  part: 'Part',
  quantity: 'Quantity',
  packed: 'Packed',
  pieces: 'Pieces',
  carriedOver: 'Carried over',
  refunded: 'Refunded',
  chargedBack: 'The payment was charged back by the bank.',
  includedTax: (rate: string, tax: string) => `Includes ${rate}: ${tax}`,
  delivery: 'Delivery',
  customerVatId: 'VAT ID of the customer',
  weight: 'Weight',
  customsCode: 'customs code',
  paidOn: (day: string, transaction: string) => `Paid on ${day}, transaction ${transaction}.`,
  payUntil: (time: string) => `Please pay by ${time}. The pieces are held until then.`,
  page: (number: number, pages: number) => `Page ${number} of ${pages}`,
} as const

/** The texts of the buttons that save documents. */
export const saveTexts = {
  pdf: '(PDF)',
  saved: (fileName: string) => `${fileName} is saved`,
} as const
