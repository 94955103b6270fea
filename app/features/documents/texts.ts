import { currencyName } from '#kit/identity/currencies.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { upperFirst } from '#kit/text/first-letter.ts'

/** The texts of documents and share pictures. */
export const documentTexts = {
  dataSheet: 'Data sheet',
  partNumber: 'Part number',
  noDrawing: 'No drawing',
  takesLong: 'The document takes too long to make right now. Try again in a moment.',
  viewMissing: 'Its own drawing is being made. Open the data sheet again in a minute.',
  modelView: 'Drawing of the model, dimensions in mm',
  attributes: 'Properties',
  prices: (currency: string) => `Prices in ${currencyName(currency)}`,
  fromPieces: 'From pieces',
  pricePerPiece: 'Per piece',
  total: 'Total',
  ordering: 'Ordering',
  description: 'Description',
  from: (pieces: number) => `from ${piecesText(pieces)}`,
  pricesOf: (day: string) => `Prices as of ${day}`,
} as const

/** The texts of documents about orders. */
export const orderPaperTexts = {
  confirmation: 'Order confirmation',
  invoice: 'Invoice',
  creditNote: (number: string) => `Credit note ${number}`,
  invoiceAgain: (number: string) => `Invoice ${number}`,
  cameBack: (creditNote: string) => `The refund of ${creditNote} failed`,
  packingSlip: 'Packing slip',
  packingSlips: 'Packing slips',
  receipt: 'Receipt',
  notInvoice: 'This is a receipt and not an invoice: that one went to the customer.',
  receiptFor: (name: string) => `Ordered by ${name}`,
  onlyLeft: 'Without the pieces that are shipped already.',
  onlyCovered: 'Without the pieces that are on backorder.',
  allAwaited: 'Nothing is to be packed: what is left of this order is on backorder.',
  onlyShipment: 'The pieces of this shipment only.',
  allShipped: 'All of it is shipped already.',
  moneyBack: 'Nothing is to be packed: the money of this order went back, or is on its way.',
  restocked:
    'Nothing is to be packed: what was not shipped of this order is refunded, or went back to stock.',
  unpaid: 'This order is not paid.',
  addressChanged: (day: string) =>
    `The address was changed on ${day}: a slip that was printed before has the former one.`,
  carrier: 'Carrier',
  tracking: 'Tracking number',
  sample: 'Sample – not an invoice.',
  noSeller: 'The shop has not set who sells.',
  cancelled: 'This order is cancelled.',
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Invoice date',
  offer: 'Offer',
  offerSample: 'Sample – not an offer.',
  offerNumber: 'Offer number',
  offerVersion: 'Version',
  offerDate: 'Date',
  validUntil: 'Valid until',
  leadDays: (days: number) => `ships after ${formatCount(days)} working ${days === 1 ? 'day' : 'days'}`,
  offerRemark: (day: string) =>
    `This offer holds until ${day}, that day included. It replaces earlier versions, and reserves no pieces until it is accepted.`,
  order: 'Order',
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
  partlyChargedBack: (amount: string) => `${amount} of it was charged back by the bank.`,
  includedTax: (rate: string, tax: string) => `Includes ${rate}: ${tax}`,
  goods: 'Goods',
  delivery: 'Delivery',
  deliverTo: 'Deliver to',
  customerVatId: 'VAT ID of the customer',
  weight: 'Weight',
  customsCode: 'customs code',
  origin: 'origin',
  proForma: 'Pro-forma invoice',
  proFormaRemark: (currency: string) =>
    `For customs only: this is neither the invoice of the order nor a demand for payment. The values are the prices that were agreed, in ${currencyName(currency)}.`,
  reason: 'Reason',
  sale: 'Sale of goods',
  incoterm: 'Incoterm',
  carriedFrom: 'From',
  carriedTo: 'To',
  billTo: 'Buyer',
  paidOn: (day: string, transaction: string) => `Paid on ${day}, transaction ${transaction}.`,
  payUntil: (time: string) => `Please pay by ${time}. The pieces are held until then.`,
  page: (number: number, pages: number) => `Page ${number} of ${pages}`,
} as const

const NOT_SET = {
  seller: 'The shop has not set who sells.',
  address: 'The shop has not set the address of the seller.',
} as const

/** The texts of invoices and credit notes. */
export const invoicePaperTexts = {
  samples: {
    invoice: (missing: 'seller' | 'address') => `Sample – not an invoice. ${NOT_SET[missing]}`,
    credit_note: (missing: 'seller' | 'address') => `Sample – not a credit note. ${NOT_SET[missing]}`,
  },
  dates: { invoice: 'Invoice date', credit_note: 'Date' },
  /** The day on which the goods left, or of an invoice before that, on which they were paid. */
  supplyDate: 'Date of supply',
  currency: 'Currency',
  incoterm: 'Incoterm',
  /** Of the goods: what packs them is not known when they are invoiced. */
  weight: 'Net weight',
  /** In full: the `$` of other dollars is the same. */
  currencyOf: (code: string) => `${upperFirst(currencyName(code))} (${code})`,
  due: 'Pay by',
  /** What the document refers to, by what it is itself. */
  corrected: { invoice: 'For credit note', credit_note: 'For invoice' },
  deliverTo: 'Deliver to',
  vatId: (id: string) => `VAT ID ${id}`,
  taxNumber: (number: string) => `Tax number ${number}`,
  /** Of the harmonized system. */
  customsCode: 'HS',
  price: 'Price',
  per: (pieces: number) => `per ${formatCount(pieces)}`,
  net: 'Net amount',
  taxOn: (rate: string, net: string) => `${rate} on ${net}`,
  includes: (taxed: string) => `Includes ${taxed}`,
  paid: { invoice: 'Paid', credit_note: 'Refunded' },
  transaction: (paid: string, id: string) => `${paid}, transaction ${id}`,
  toPay: 'To be paid',
  bank: ({ name, iban, bic }: { name: string; iban: string; bic?: string | undefined }) =>
    [name, `IBAN ${iban.replace(/(.{4})(?=.)/g, '$1 ')}`, ...(bic ? [`BIC ${bic}`] : [])].join(' · '),
  payTo: (amount: string, day: string, bank: string, number: string) =>
    `Please pay ${amount} by ${day}, naming ${number}${bank && `: ${bank}`}.`,
  tooMany: (most: string) =>
    `One file takes ${most} documents, and this time has more: choose a shorter time.`,
} as const

/** The texts of the buttons that save documents. */
export const saveTexts = {
  pdf: '(PDF)',
  saved: (fileName: string) => `${fileName} is saved`,
} as const

/** The texts of documents as XML. */
export const xmlFileTexts = {
  heading: 'XML for accounting software',
  xml: '(XML)',
  format: 'Format',
  formats: {
    cii: {
      name: 'CII: Factur-X, ZUGFeRD',
      who: 'For programs that read Factur-X or ZUGFeRD. The PDF has it inside.',
    },
    ubl: { name: 'UBL: Peppol', who: 'For the Peppol network, and for businesses in Belgium.' },
    xrechnung: { name: 'XRechnung', who: 'For German authorities.' },
  },
  later: 'Documents that are issued from now on have what is set now:',
  settings: 'Seller in the settings',
} as const
