import { isEmailVerified } from '#features/accounts/accounts.ts'
import { catalogue, partPath } from '#features/catalog/paths.ts'
import { productTexts } from '#features/catalog/texts.ts'
import { formatCount } from '#kit/count-text.ts'
import type { Context } from '#kit/db/after-commit.ts'
import type { Db } from '#kit/db/db.ts'
import { idsFrom } from '#kit/id.ts'
import type { MailTemplate, MailTemplates } from '#kit/mail/due-mails.ts'
import { enqueueTemplates } from '#kit/mail/enqueue.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import type { MailAttachment } from '#kit/mail/transport.ts'
import { centsToDollars, e4ToDollars, formatPrice, formatTotal } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { utcTimeText } from '#kit/utc-text.ts'
import { type LineRow, withOwnLines } from './order-rows.ts'
import { orderPagePath, paymentPath } from './paths.ts'
import { productsText } from './products-text.ts'

/** What a mail is about. `lapsing`: the hold is about to end. */
type MailKind = 'placed' | 'paid' | 'shipped' | 'reverted' | 'cancelled' | 'lapsing' | 'lapsed'

/** Queues one mail for each of these orders; call it in the transaction of the change. */
export function mailCustomers(
  trx: Db,
  nowMs: number,
  kind: MailKind,
  ...orders: readonly { readonly id: string; readonly email: string; readonly context?: Context }[]
): Promise<void> {
  const template = templateOf(kind)
  const mails = orders.map(({ id, email, context }) => ({ to: email, template, about: id, context }))
  return enqueueTemplates(trx, nowMs, mails)
}

const templateOf = (kind: MailKind): string => `order ${kind}`

/** Without name and address when the customer's e-mail is not verified. */
type MailedOrder = Omit<MailRow, 'name' | 'address'> & Partial<Pick<MailRow, 'name' | 'address'>>

type MailRow = NonNullable<Awaited<ReturnType<typeof findMailedOrder>>>

/** The content of a mail; its title, with the part's name, is also the subject. */
type MailContent = (order: MailedOrder, addresses: Addresses) => MailLayout

interface Addresses {
  readonly pay: string
  readonly orderAgain: string
  readonly page: string
}

const CONTENTS: Readonly<Record<MailKind, MailContent>> = {
  placed: (order, { pay, page }) => ({
    title: 'Your order is placed',
    paragraphs: [
      greeting(order),
      `thank you for your order. We hold its pieces for you until ${utcTimeText(order.hold_until)}. Please pay by then: an order that is not paid in time is cancelled.`,
    ],
    facts: { ...facts(order), 'Held until': utcTimeText(order.hold_until) },
    action: { label: 'Pay now', url: pay },
    more: { label: 'Your order', url: page },
  }),
  paid: (order, { page }) => ({
    title: 'Your order is paid',
    paragraphs: [
      greeting(order),
      `we have received your payment of ${total(order)}. A mail tells you when the order is shipped.`,
    ],
    facts: { ...facts(order), Transaction: order.transaction_id ?? '' },
    action: { label: 'Your order', url: page },
  }),
  shipped: (order, { page }) => ({
    title: 'Your order is shipped',
    paragraphs: [greeting(order), 'your order has left our house and is on its way to you.'],
    facts: facts(order),
    action: { label: 'Your order', url: page },
  }),
  reverted: (order, { page }) => ({
    title: 'Your order is not shipped yet',
    paragraphs: [
      greeting(order),
      'your order was marked as shipped too early and is back to pending. It stays paid, there is nothing to do for you, and a mail tells you when it leaves.',
    ],
    facts: facts(order),
    action: { label: 'Your order', url: page },
  }),
  cancelled: (order, { orderAgain }) => ({
    title: 'You cancelled your order',
    paragraphs: [greeting(order), 'your order is cancelled, as you asked. Nothing was charged.'],
    facts: facts(order),
    more: { label: 'Order again', url: orderAgain },
  }),
  lapsing: (order, { pay, page }) => ({
    title: 'Your order waits for its payment',
    paragraphs: [
      greeting(order),
      `your order is not paid yet. We hold its pieces for you until ${utcTimeText(order.hold_until)}. Please pay by then: an order that is not paid in time is cancelled.`,
    ],
    facts: { ...facts(order), 'Held until': utcTimeText(order.hold_until) },
    action: { label: 'Pay now', url: pay },
    more: { label: 'Your order', url: page },
  }),
  lapsed: (order, { orderAgain }) => ({
    title: 'Your order was cancelled',
    paragraphs: [
      greeting(order),
      'your order was not paid in time. We have cancelled it, and its pieces are for sale again. Nothing was charged.',
      'You can order them again as long as there are enough.',
    ],
    facts: facts(order),
    action: { label: 'Order again', url: orderAgain },
  }),
}

/** Renders the invoice of a paid order. */
type AttachInvoice = (orderId: string) => Promise<MailAttachment>

/** The mails of orders, rendered from the order as it is when they are sent. */
export const orderMailTemplates = (attachInvoice: AttachInvoice): MailTemplates => ({
  byName: {
    ...Object.fromEntries(
      Object.entries(CONTENTS).map(([kind, content]) => [templateOf(kind as MailKind), template(content)]),
    ),
    [templateOf('paid')]: template(CONTENTS.paid, attachInvoice),
  },
  idsOf: (orderId) => ({ orderId }),
})

function template(content: MailContent, attachInvoice?: AttachInvoice): MailTemplate {
  return async (shop, orderId) => {
    const row = await findMailedOrder(shop.db, orderId)
    if (!row) return undefined
    const isVerified = await isEmailVerified(shop.db, row.user_id)
    if (!isVerified && (await isOverDailyLimit(shop, row))) return undefined
    const order = isVerified ? row : withoutCustomerText(row)
    const layout = content(order, addressesOf(shop, order))
    const invoice = attachInvoice && isVerified ? await tryToAttach(shop, attachInvoice, orderId) : undefined
    const paragraphs = [
      ...layout.paragraphs,
      ...(attachInvoice ? [invoice ? INVOICE_ATTACHED : INVOICE_IN_SHOP] : []),
      ...(isVerified ? [] : [NOT_YOUR_ORDER]),
    ]
    return {
      subject: `${layout.title}: ${productsText(order.lines.map((line) => line.product_name))}`,
      ...renderMail({ ...layout, paragraphs }),
      ...(invoice && { attachments: [invoice] }),
    }
  }
}

/** The mail is sent without the invoice if that cannot be rendered: the shop has it too. */
async function tryToAttach(
  { log }: Shop,
  attachInvoice: AttachInvoice,
  orderId: string,
): Promise<MailAttachment | undefined> {
  try {
    return await attachInvoice(orderId)
  } catch (err) {
    log.warn({ err, orderId }, 'an invoice could not be attached to its mail')
    return undefined
  }
}

const INVOICE_ATTACHED = 'Your invoice is attached.'

const INVOICE_IN_SHOP = 'Your invoice is with the order in My Orders.'

/**
 * Anyone can register another person's e-mail with any name and address. So a mail to an unverified e-mail contains no
 * text of the customer, and no invoice, on which it stands.
 */
const withoutCustomerText = ({ name: _, address: __, ...order }: MailRow): MailedOrder => order

const NOT_YOUR_ORDER =
  'If you did not place this order, somebody else gave your address. You need not do anything.'

const DAY_MS = 24 * 3_600_000

/** How many unpaid orders a day get mails while the account's e-mail is unverified. */
const MAILED_ORDERS_A_DAY = 10

async function isOverDailyLimit({ config, db }: Shop, order: MailRow): Promise<boolean> {
  if (order.paid_at !== null || config.rateLimits !== 'on') return false
  const { earlier } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('earlier'))
    .where('user_id', '=', order.user_id)
    .where('id', '>=', idsFrom(order.created_at - DAY_MS))
    .where('id', '<', order.id)
    .executeTakeFirstOrThrow()
  return earlier >= MAILED_ORDERS_A_DAY
}

/** The order, also when it is cancelled. */
async function findMailedOrder(db: Db, orderId: string) {
  const row = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(['id', 'number', 'user_id', 'created_at', 'paid_at', 'name', 'address', 'po_number'])
    .select(['total_cents', 'hold_until', 'transaction_id'])
    .executeTakeFirst()
  return row && withOwnLines(db, row)
}

function addressesOf({ config }: Shop, { id, lines }: MailedOrder): Addresses {
  const at = (path: string): string => `${config.publicUrl}${path}`
  const [line] = lines
  return {
    pay: at(paymentPath(id)),
    orderAgain: at(line && lines.length === 1 ? partPath(line.sku) : catalogue.path),
    page: at(orderPagePath(id)),
  }
}

const greeting = ({ name }: MailedOrder): string => (name === undefined ? 'Hello,' : `Hello ${name},`)

const total = (order: MailedOrder): string => formatTotal(centsToDollars(order.total_cents))

const facts = (order: MailedOrder) => ({
  ...lineFacts(order.lines),
  Total: total(order),
  ...(order.po_number !== null && order.name !== undefined && { 'PO number': order.po_number }),
  ...(order.address !== undefined && { 'Deliver to': order.address }),
  'Order number': order.number,
  Order: order.id,
})

/** The only line with a fact for each of its parts; several lines with one fact each. */
function lineFacts(lines: readonly LineRow[]): Record<string, string> {
  const [line] = lines
  if (!line || lines.length > 1) return listedLines(lines)
  return {
    Part: line.product_name,
    'Part number': line.sku,
    Quantity: quantity(line),
    Price: price(line),
  }
}

/** The most lines of an order in a mail. */
const MAXIMUM_LISTED = 20

function listedLines(lines: readonly LineRow[]): Record<string, string> {
  const listed = lines
    .slice(0, MAXIMUM_LISTED)
    .map((one, index) => [`${index + 1}. ${one.sku}`, `${one.product_name}: ${quantity(one)}, ${price(one)}`])
  const others = lines.length - listed.length
  return Object.fromEntries(
    others > 0 ? [...listed, ['More lines', `and ${formatCount(others)} more`]] : listed,
  )
}

const quantity = (line: LineRow): string => `${formatCount(line.quantity)} pieces`

const price = (line: LineRow): string =>
  `${formatPrice(e4ToDollars(line.unit_price_e4))} ${productTexts.perPiece}`
