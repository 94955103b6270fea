import { isEmailVerified } from '#features/accounts/accounts.ts'
import { catalogue, partPath } from '#features/catalog/paths.ts'
import type { Db } from '#kit/db/db.ts'
import { idsFrom } from '#kit/id.ts'
import type { MailTemplate, MailTemplates } from '#kit/mail/due-mails.ts'
import { enqueueTemplates, type TemplateMail } from '#kit/mail/enqueue.ts'
import { renderMail } from '#kit/mail/layout.ts'
import type { MailAttachment } from '#kit/mail/transport.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, MAIL_AFTER_MS } from '#kit/time.ts'
import { orderPagePath, paymentPath } from '../paths.ts'
import { productsText } from '../texts.ts'
import { type Addresses, MAIL_CONTENTS, type MailContent, type MailKind } from './mail-contents.ts'
import {
  findMailedChange,
  findMailedOrder,
  findMailedRefund,
  findMailedShipment,
  findOrderOfLoss,
  findRevertedOrder,
  findTrackedOrder,
  type MailedOrder,
  type MailRow,
} from './mailed-order.ts'

/**
 * Queues one mail for each of these orders; call it in the transaction of the change. Resolves to their ids. Those of
 * shipments that came or went do not leave while that can be undone.
 */
export const mailCustomers = (
  trx: Db,
  nowMs: number,
  kind: MailKind,
  ...orders: readonly MailedCustomer[]
): Promise<string[]> =>
  enqueueTemplates(
    trx,
    nowMs,
    orders.map((order) => mailOf(kind, order, UNDOABLE.has(kind) ? nowMs + MAIL_AFTER_MS : nowMs)),
  )

interface MailedCustomer {
  /** Of the order. */
  readonly id: string
  readonly email: string
}

export const mailOf = (kind: MailKind, { id, email }: MailedCustomer, notBefore: number): TemplateMail => ({
  to: email,
  template: templateOf(kind),
  about: id,
  notBefore,
})

/** What can be undone for a while. */
const UNDOABLE: ReadonlySet<MailKind> = new Set(['shipped', 'reverted'])

const templateOf = (kind: MailKind): string => `order ${kind}`

/** Renders the invoice of a paid order, or the credit note of that number. */
type AttachPaper = (orderId: string, creditNote?: string) => Promise<MailAttachment>

/** The mails of orders, rendered from the order as it is when they are sent. */
export const orderMailTemplates = (attach: AttachPaper): MailTemplates => ({
  byName: {
    ...Object.fromEntries(
      Object.entries(MAIL_CONTENTS).map(([kind, content]) => [
        templateOf(kind as MailKind),
        template(content),
      ]),
    ),
    [templateOf('paid')]: template(MAIL_CONTENTS.paid, { attach }),
    [templateOf('lines changed')]: template(MAIL_CONTENTS['lines changed'], { find: findMailedChange }),
    [templateOf('shipped')]: template(MAIL_CONTENTS.shipped, { find: findMailedShipment }),
    [templateOf('reverted')]: template(MAIL_CONTENTS.reverted, { find: findRevertedOrder }),
    [templateOf('lost')]: template(MAIL_CONTENTS.lost, { find: findOrderOfLoss }),
    [templateOf('tracked')]: template(MAIL_CONTENTS.tracked, { find: findTrackedOrder }),
    [templateOf('refunded')]: template(MAIL_CONTENTS.refunded, {
      find: findMailedRefund('succeeded'),
      attach,
    }),
    [templateOf('refund failed')]: template(MAIL_CONTENTS['refund failed'], {
      find: findMailedRefund('failed'),
    }),
  },
  idsOf: (orderId) => ({ orderId }),
})

interface TemplateOptions {
  readonly attach?: AttachPaper
  /** Finds what the mail is about; undefined if it is not needed any more. */
  readonly find?: (db: Db, orderId: string, mailId: string) => Promise<MailRow | undefined>
}

function template(
  content: MailContent,
  { attach, find = findMailedOrder }: TemplateOptions = {},
): MailTemplate {
  return async (shop, orderId, mail) => {
    const row = await find(shop.db, orderId, mail.id)
    if (!row) return undefined
    const isVerified = await isEmailVerified(shop.db, row.user_id)
    if (!isVerified && (await isOverDailyLimit(shop, row))) return undefined
    const order = isVerified ? row : { ...withoutCustomerText(row), ...longerHold(shop, row) }
    const layout = content(order, addressesOf(shop, order))
    const isLastAttempt = mail.attempts + 1 >= ATTEMPTS_WITH_PAPER
    const isWithPaper = attach !== undefined && row.refund?.hasPaper !== false
    const paper = isWithPaper && isVerified ? await renderPaper(shop, attach, row, isLastAttempt) : undefined
    const paragraphs = [
      ...layout.paragraphs,
      ...(isWithPaper
        ? [paper ? `${paperOf(row)} is attached.` : `${paperOf(row)} is with the order in My Orders.`]
        : []),
      ...(isVerified ? [] : [NOT_YOUR_ORDER]),
    ]
    return {
      subject: `${layout.title}: ${productsText(order.lines.map((line) => line.product_name))}`,
      ...renderMail({ ...layout, paragraphs }),
      ...(paper && { attachments: [paper] }),
    }
  }
}

/**
 * How often the mail is tried with its paper: for two and a half minutes. Attempts that failed at the mail server count
 * too, so that a mail which has waited for that does not wait longer for its paper.
 */
const ATTEMPTS_WITH_PAPER = 5

/** Throws while the mail is to be tried again; at the last attempt it is sent without the paper: the shop has it too. */
async function renderPaper(
  { log }: Shop,
  attach: AttachPaper,
  { id: orderId, refund }: MailRow,
  isLastAttempt: boolean,
): Promise<MailAttachment | undefined> {
  try {
    return await attach(orderId, refund?.creditNote)
  } catch (err) {
    if (!isLastAttempt) throw new Error('the document of the mail could not be rendered', { cause: err })
    log.warn({ err, orderId }, 'a document could not be attached to its mail')
    return undefined
  }
}

const paperOf = ({ refund }: MailRow): string => (refund ? 'Your credit note' : 'Your invoice')

/**
 * Anyone can register another person's e-mail with any name and address. So a mail to an unverified e-mail contains no
 * text of the customer, and no invoice, on which it stands.
 */
const withoutCustomerText = ({ name: _, address: __, addressLines: ___, ...order }: MailRow): MailedOrder =>
  order

function longerHold({ config }: Shop, { created_at, hold_until }: MailRow): Pick<MailedOrder, 'longerHold'> {
  const longerHold = created_at + config.holdMs
  return hold_until < longerHold ? { longerHold } : {}
}

const NOT_YOUR_ORDER =
  'If you did not place this order, somebody else gave your address. You need not do anything.'

/** How many unpaid orders a day get mails while the account's e-mail is unverified. */
const MAILED_ORDERS_A_DAY = 10

async function isOverDailyLimit({ config, db }: Shop, order: MailRow): Promise<boolean> {
  if (order.paid_at !== null || order.entered_by !== null || config.rateLimits !== 'on') return false
  const { earlier } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('earlier'))
    .where('user_id', '=', order.user_id)
    .where('id', '>=', idsFrom(order.created_at - DAY_MS))
    .where('id', '<', order.id)
    .executeTakeFirstOrThrow()
  return earlier >= MAILED_ORDERS_A_DAY
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
