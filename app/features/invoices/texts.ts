import { sellerFieldTexts } from '#features/settings/texts.ts'
import { countText } from '#kit/text/count-text.ts'
import { listText } from '#kit/text/list-text.ts'
import type { MissingField } from './xml/missing-fields.ts'

/** What a document is called. */
export const documentKindTexts = { invoice: 'Invoice', credit_note: 'Credit note' } as const

/** "1 document", "1,200 documents" */
export const documentsText = (counted: Parameters<typeof countText>[0]): string =>
  `${countText(counted)} ${counted.total === 1 ? 'document' : 'documents'}`

/** The texts of invoices and credit notes. */
export const invoiceTexts = {
  refund: 'Refund',
  delivery: (method: string) => `Delivery (${method})`,
  notPaid: 'The order has no invoice yet: it is not paid, or on account and not wholly shipped.',
  sample: 'The shop had not set who sells, so this document is a sample: there is no XML of it.',
  noData: 'The shop has no data of this document, so there is no such file of it.',
  missing: (number: string, fields: readonly MissingField[]) =>
    `There is no XML of ${number} in this format, because it was issued without ${listText(fields.map(missingText))}.`,
  gap: (first: string, last: string, reason: string) =>
    `${first === last ? `${first} is not listed: it was` : `${first} to ${last} are not listed: they were`} ${reason}.`,
  payBy: (day: string) => `Pay by ${day}.`,
  notSubjectToTax: 'Not subject to VAT: no tax is charged.',
} as const

const OF_ORDER = {
  'buyer.city': 'a city of the buyer',
  'buyer.postcode': 'a postal code of the buyer',
  'deliverTo.city': 'a city to deliver to',
  'deliverTo.postcode': 'a postal code to deliver to',
} as const

const isOfOrder = (field: MissingField): field is keyof typeof OF_ORDER => Object.hasOwn(OF_ORDER, field)

const missingText = (field: MissingField): string =>
  isOfOrder(field) ? OF_ORDER[field] : `${sellerFieldTexts[field]} of the seller`
