import { CUSTOMER_MAILS } from '#features/customer-mails/limits.ts'
import { fieldLabels } from '#features/manage-products/field-labels.ts'
import { textLabels } from '#features/site/admin/text-labels.ts'
import { formatPrice, formatTotal } from '#kit/money.ts'
import { formatCount } from '#kit/text/count-text.ts'
import { countryName } from '#kit/text/country-name.ts'
import { upperFirst } from '#kit/text/first-letter.ts'
import { utcTimeText } from '#kit/text/utc-text.ts'

/** What admins do, by the kinds of the audit log: the group of the filter, and what the log says before the subject. */
export const auditTexts = {
  'product.created': { group: 'Parts', text: 'Added the part' },
  'product.published': { group: 'Parts', text: 'Put the part up for sale' },
  'product.changed': { group: 'Parts', text: 'Changed the part' },
  'product.stock': { group: 'Parts', text: 'Changed the stock of the part' },
  'product.counted': { group: 'Parts', text: 'Counted the stock of the part' },
  'product.count_undone': { group: 'Parts', text: 'Undid a count of the stock of the part' },
  'product.archived': { group: 'Parts', text: 'Archived the part' },
  'product.restored': { group: 'Parts', text: 'Restored the part' },
  'product.imported': { group: 'Parts', text: 'Imported the part' },
  'product.undone': { group: 'Parts', text: 'Undid the import of the part' },
  'product.file_added': { group: 'Parts', text: 'Added a file to the part' },
  'product.file_removed': { group: 'Parts', text: 'Deleted a file of the part' },
  'product.featured': { group: 'Parts', text: 'Marked for the home page the part' },
  'product.unfeatured': { group: 'Parts', text: 'Took from the home page the part' },
  'product.planned': { group: 'Parts', text: 'Planned new prices of the part' },
  'product.plan_removed': { group: 'Parts', text: 'Deleted planned prices of the part' },
  'product-columns.chosen': { group: 'Parts', text: 'Chose the columns of Manage Products' },
  'category.created': { group: 'Categories', text: 'Added the category' },
  'category.changed': { group: 'Categories', text: 'Changed the category' },
  'category.deleted': { group: 'Categories', text: 'Deleted the category' },
  'image.added': { group: 'Pictures', text: 'Uploaded a picture' },
  'import.created': { group: 'Imports', text: 'Uploaded the file of the import' },
  'import.changed': { group: 'Imports', text: 'Changed which rows to apply of the import' },
  'import.applied': { group: 'Imports', text: 'Applied the import' },
  'import.undone': { group: 'Imports', text: 'Undid the import' },
  'order.placed': { group: 'Orders', text: 'Placed for a customer the order' },
  'order.changed': { group: 'Orders', text: 'Changed for its customer the order' },
  'order.cancelled': { group: 'Orders', text: 'Cancelled for its customer the order' },
  'order.held': { group: 'Orders', text: 'Changed until when pieces are held of the order' },
  'order.payment_asked': { group: 'Orders', text: 'Asked for the payment of the order' },
  'order.link_created': { group: 'Orders', text: 'Created a payment link of the order' },
  'order.link_ended': { group: 'Orders', text: 'Ended the payment link of the order' },
  'order.shipped': { group: 'Orders', text: 'Shipped the order' },
  'order.reverted': { group: 'Orders', text: 'Cancelled a shipment of the order' },
  'order.lost': { group: 'Orders', text: 'Said that a parcel was lost of the order' },
  'order.restored': { group: 'Orders', text: 'Undid the cancellation of a shipment of the order' },
  'order.tracked': { group: 'Orders', text: 'Changed the tracking of the order' },
  'order.refunded': { group: 'Orders', text: 'Refunded the order' },
  'order.received': { group: 'Orders', text: 'Recorded received money' },
  'order.receipt_taken_back': { group: 'Orders', text: 'Took back received money' },
  'order.restocked': { group: 'Orders', text: 'Put pieces back to stock of the order' },
  'order.noted': { group: 'Orders', text: 'Wrote a note on the order' },
  'order.note_removed': { group: 'Orders', text: 'Removed a note from the order' },
  'order.note_restored': { group: 'Orders', text: 'Restored a note on the order' },
  'order.answered': { group: 'Orders', text: 'Wrote to its customer about the order' },
  'order.question_closed': { group: 'Orders', text: 'Said that no answer is needed about the order' },
  'order.return_opened': { group: 'Orders', text: 'Opened a return of the order' },
  'order.return_accepted': { group: 'Orders', text: 'Accepted a return of the order' },
  'order.return_declined': { group: 'Orders', text: 'Declined a return of the order' },
  'order.return_received': { group: 'Orders', text: 'Recorded what came back of the order' },
  'order.return_replaced': { group: 'Orders', text: 'Replaced what came back of the order' },
  'order.return_closed': { group: 'Orders', text: 'Closed a return of the order' },
  'offer.offered': { group: 'Orders', text: 'Made a version of the offer' },
  'offer.answered': { group: 'Orders', text: 'Wrote to the customer about the offer' },
  'offer.withdrawn': { group: 'Orders', text: 'Withdrew the offer' },
  'payment.refunded': { group: 'Orders', text: 'Refunded the payment of a lost order' },
  'payment.kept': { group: 'Orders', text: 'Kept the payment of a lost order' },
  'order-view.saved': { group: 'Views of orders', text: 'Saved the view' },
  'order-view.changed': { group: 'Views of orders', text: 'Changed the view' },
  'order-view.deleted': { group: 'Views of orders', text: 'Deleted the view' },
  'order-columns.chosen': { group: 'Views of orders', text: 'Chose the columns of Manage Orders' },
  'customer.created': { group: 'Customers', text: 'Entered the customer' },
  'customer.changed': { group: 'Customers', text: 'Changed the customer' },
  'customer.noted': { group: 'Customers', text: 'Wrote a note on the customer' },
  'customer.note_removed': { group: 'Customers', text: 'Removed a note from the customer' },
  'customer.note_restored': { group: 'Customers', text: 'Restored a note on the customer' },
  'company.changed': { group: 'Customers', text: 'Changed the company' },
  'company.prices_changed': { group: 'Customers', text: 'Changed the prices agreed with the company' },
  'review.hidden': { group: 'Reviews', text: 'Hid the review' },
  'review.answered': { group: 'Reviews', text: 'Answered the review' },
  'review.read': { group: 'Reviews', text: 'Read the review' },
  'review.shown': { group: 'Reviews', text: 'Showed the review' },
  'sample.placed': { group: 'Settings', text: 'Placed the sample orders of' },
  'sample.removed': { group: 'Settings', text: 'Removed the sample orders of' },
  'settings.changed': { group: 'Settings', text: 'Changed the settings' },
  'restore.taken_over': { group: 'Settings', text: 'Said that this is the shop, which was restored on' },
  'mail_words.changed': { group: 'Settings', text: 'Changed the words of mails to customers' },
  'texts.changed': { group: 'Settings', text: 'Changed the texts of pages' },
  'synonyms.changed': { group: 'Categories', text: 'Changed the words of the search' },
  'user.deleted': { group: 'Users', text: 'Deleted the own account' },
  'user.made_admin': { group: 'Users', text: 'Made an admin of' },
  'user.rights': { group: 'Users', text: 'Changed the rights of' },
  'user.sessions_ended': { group: 'Users', text: 'Ended the sessions of' },
  'user.unmade_admin': { group: 'Users', text: 'Took the role of admin from' },
} as const satisfies Record<`${string}.${string}`, { group: string; text: string }>

export type AuditKind = keyof typeof auditTexts

declare module '#kit/audit/tables.ts' {
  interface AuditKinds extends Record<AuditKind, true> {}
}

/** The names of fields, where they are not the field itself with a capital letter. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  ...fieldLabels,
  ...textLabels,
  refundedAmount: 'Refunded in all',
  receivedAmount: 'Received in all',
  terms: 'Terms of payment',
  restockedPieces: 'Pieces back in stock',
  backordered: 'Taken by backorders',
  scrappedPieces: 'Pieces thrown away',
  tracking: 'Tracking number',
  holdUntil: 'Held until',
  validUntil: 'Valid until',
}

/** What a change of an order changed, as its field `changed` names it. */
const CHANGED_OF_ORDER: Readonly<Record<string, string>> = {
  poNumber: 'PO number',
  note: 'note',
  phone: 'phone',
  address: 'address',
  plannedPrices: 'Planned prices',
  vatId: 'VAT ID',
  ...Object.fromEntries(
    Object.entries(CUSTOMER_MAILS).map(([kind, label]) => [`mail ${kind}`, `Mail “${label}”`]),
  ),
  onHand: 'On hand',
  images: 'Pictures',
}

export const fieldName = (field: string): string => FIELD_NAMES[field] ?? upperFirst(field)

/** Fields in dollars: a price per piece, and an amount of money. */
const MONEY: Readonly<Record<string, (dollars: number) => string>> = {
  price: formatPrice,
  refundedAmount: formatTotal,
  amount: formatTotal,
}

/** A value of a change of a field in words: "$2.50" of a price, "Germany" of an origin. */
export function fieldValueText(field: string, value: unknown): string {
  const money = MONEY[field]
  if (money && typeof value === 'number') return money(value)
  if (typeof value === 'string') {
    if (field === 'changed')
      return value
        .split(', ')
        .map((name) => CHANGED_OF_ORDER[name] ?? name)
        .join(', ')
    if (field === 'holdUntil') return utcTimeText(Date.parse(value))
  }
  return field === 'origin' && typeof value === 'string' ? countryName(value) : valueText(value)
}

/** A value of a change in words: "none", "yes", "1,000", "100: $0.06", "500 of line 2", "M8". */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  if (Number.isInteger(value)) return formatCount(Number(value))
  if (typeof value !== 'object') return String(value)
  const { from, price, position, quantity } = value as Record<string, unknown>
  if (from !== undefined && price !== undefined) return `${valueText(from)}: ${formatPrice(Number(price))}`
  if (position !== undefined && quantity !== undefined)
    return `${valueText(quantity)} of line ${Number(position) + 1}`
  const rest = Object.entries(value)
  return rest.length === 0 ? 'none' : rest.map(([key, each]) => `${key}: ${valueText(each)}`).join(', ')
}

export const auditListTexts = {
  heading: 'Audit',
  lead: 'Every change by staff, newest first. Entries are never changed.',
  empty: 'Changes of parts, orders, users and everything else in this dashboard are listed here.',
} as const
