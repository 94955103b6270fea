/** The mails to customers about an order, in the sequence in which they come, and what is said to staff of when each is sent. */
export const CUSTOMER_MAILS = {
  placed: 'An order is placed',
  held: 'Pieces are held until another time',
  lapsing: 'Payment reminder',
  lapsed: 'An order was not paid in time',
  'approval asked': 'An order waits for an approval, to those who may approve it',
  approved: 'The company of an order approves it',
  declined: 'The company of an order declines it',
  paid: 'An order is paid',
  'lines changed': 'The lines of an order were changed',
  'contact changed': 'Address or contact were changed',
  shipped: 'A parcel is shipped',
  tracked: 'The tracking changed',
  covered: 'Pieces on backorder came into stock',
  reverted: 'A parcel was marked as shipped too early',
  lost: 'A parcel was lost',
  refunded: 'Money was refunded',
  'refund failed': 'A refund failed',
  invoiced: 'An order on account is invoiced',
  due: 'Reminder of an invoice',
  cancelled: 'An order was cancelled',
  unproven: 'An order of an unconfirmed address was cancelled',
  answer: 'The shop answers a message',
  'return opened': 'The shop opens a return',
  'return accepted': 'A return is accepted',
  'return declined': 'A return is declined',
  'return received': 'Returned pieces have arrived',
  'return replaced': 'Returned pieces are replaced',
  'return closed': 'A return is closed',
} as const

export type CustomerMail = keyof typeof CUSTOMER_MAILS

export const CUSTOMER_MAIL_NAMES = Object.keys(CUSTOMER_MAILS) as CustomerMail[]

/** The words that stand for something of the order; a name is known in the greeting alone, and not in every mail. */
const PLACEHOLDERS = ['name', 'number', 'shop'] as const

type Placeholder = (typeof PLACEHOLDERS)[number]

/** What may stand in which text. */
export const ALLOWED = {
  greeting: ['name', 'shop'],
  closing: ['number', 'shop'],
  paragraph: ['number', 'shop'],
} as const satisfies Readonly<Record<string, readonly Placeholder[]>>

/** The lengths of the texts. */
export const MAIL_TEXTS = {
  greeting: { what: 'The greeting', minimum: 0, maximum: 100 },
  closing: { what: 'The closing line', minimum: 0, maximum: 1000 },
  paragraph: { what: 'The paragraph', minimum: 0, maximum: 1000 },
} as const

const PLACES = /\{([^{}]*)\}/g

/** The first placeholder of a text that may not stand in it, as it is written; undefined without one. */
export const wrongPlaceholder = (text: string, kind: keyof typeof ALLOWED): string | undefined =>
  [...text.matchAll(PLACES)].find(
    ([, name = '']) => !(ALLOWED[kind] as readonly string[]).includes(name),
  )?.[0]

/** The text with what the placeholders stand for. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string => text.replace(PLACES, (_, name: string) => values[name as Placeholder] ?? '')
