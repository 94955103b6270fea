import { isEmailVerified } from '#features/accounts/accounts.ts'
import { catalogue, partPath } from '#features/catalog/paths.ts'
import {
  currentMailWords,
  type MailOccasion,
  withMailWords,
} from '#features/customer-mails/customer-mails.ts'
import type { Db } from '#kit/db/db.ts'
import type { MailTemplate, MailTemplates } from '#kit/mail/due-mails.ts'
import { enqueueTemplates, isWaitingFor, type TemplateMail } from '#kit/mail/enqueue.ts'
import { renderMail } from '#kit/mail/layout.ts'
import type { MailAttachment } from '#kit/mail/transport.ts'
import { mayMailUnproven } from '#kit/mail/unproven-mails.ts'
import type { Shop } from '#kit/shop.ts'
import { MAIL_AFTER_MS, MINUTE_MS } from '#kit/time.ts'
import { sellerToday } from '../arrival/seller-today.ts'
import { arrivesIfShippedOn } from '../arrival/shipped-arrival.ts'
import { CHANGED_LINES } from '../details/changed-lines-text.ts'
import { orderPagePath, paymentPath } from '../paths.ts'
import type { Transition } from '../transitions/transitions.ts'
import { type Addresses, MAIL_CONTENTS, type MailKind, subjectOf } from './mail-contents.ts'
import {
  findCoveredOrder,
  findDueOrder,
  findMailedChange,
  findMailedOrder,
  findMailedShipment,
  findOrderOfCancelled,
  findOrderOfLoss,
  findRefundedOrder,
  findTrackedOrder,
  type MailedOrder,
  type MailRow,
  withoutCustomerText,
} from './mailed-order.ts'

/**
 * Queues the mail of this transition for each of these orders; call it in the transaction of the change. Resolves to their ids.
 * Those of shipments that came or went do not leave while that can be undone.
 */
export const mailCustomers = (
  trx: Db,
  nowMs: number,
  step: Transition,
  ...orders: readonly MailedCustomer[]
): Promise<string[]> =>
  enqueueTemplates(
    trx,
    nowMs,
    orders.flatMap((order) => mailsOf(step, order, nowMs)),
  )

/** At least so long after a change the mail of the next one leaves. */
const BETWEEN_CHANGES_MS = 5 * MINUTE_MS

/**
 * Queues the mail about a change of an order, which leaves at once unless there was another change just before. While it waits it
 * tells of further changes too, from how the order was first, and no other is queued. Call it after the event is recorded.
 */
export async function mailChange(
  trx: Db,
  nowMs: number,
  { then: { mail: kind } }: Transition,
  order: MailedCustomer,
): Promise<void> {
  if (kind === undefined) return
  const { last } = await trx
    .selectFrom('order_events')
    .select(({ fn }) => fn.max<number | null>('at').as('last'))
    .where('order_id', '=', order.id)
    .where('kind', '=', 'changed')
    .where('at', '<', nowMs)
    .where('at', '>', nowMs - BETWEEN_CHANGES_MS)
    .where('detail', kind === 'lines changed' ? 'like' : 'not like', `${CHANGED_LINES}%`)
    .executeTakeFirstOrThrow()
  const mail = mailOf(kind, order, last === null ? nowMs : last + BETWEEN_CHANGES_MS)
  if (!(await isWaitingFor(trx, mail))) await enqueueTemplates(trx, nowMs, [mail])
}

/** Queues the mail that pieces came into stock. While it waits it tells of further ones too. Call it after the event is recorded. */
export async function mailCovered(
  trx: Db,
  nowMs: number,
  step: Transition,
  order: MailedCustomer,
): Promise<void> {
  for (const mail of mailsOf(step, order, nowMs))
    if (!(await isWaitingFor(trx, mail))) await enqueueTemplates(trx, nowMs, [mail])
}

interface MailedCustomer {
  /** Of the order. */
  readonly id: string
  readonly email: string
}

/** The mail that follows from a transition of an order, if there is one. */
export const mailsOf = (
  { then: { mail } }: Transition,
  order: MailedCustomer,
  nowMs: number,
): TemplateMail[] =>
  mail === undefined ? [] : [mailOf(mail, order, UNDOABLE.has(mail) ? nowMs + MAIL_AFTER_MS : nowMs)]

const mailOf = (kind: MailKind, { id, email }: MailedCustomer, notBefore: number): TemplateMail => ({
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
      Object.keys(MAIL_CONTENTS).map((kind) => [templateOf(kind as MailKind), template(kind as MailKind)]),
    ),
    ...named('paid', { attach }),
    ...named('lines changed', { find: findMailedChange('lines') }),
    ...named('contact changed', { find: findMailedChange('contact') }),
    ...named('cancelled', { find: findMailedChange('cancelled') }),
    ...named('shipped', { find: findMailedShipment }),
    ...named('reverted', { find: findOrderOfCancelled }),
    ...named('lost', { find: findOrderOfLoss }),
    ...named('tracked', { find: findTrackedOrder }),
    ...named('covered', { find: findCoveredOrder }),
    ...named('refunded', { find: findRefundedOrder('succeeded'), attach }),
    ...named('invoiced', { attach }),
    ...named('due', { find: findDueOrder, attach }),
    ...named('refund failed', { find: findRefundedOrder('failed') }),
  },
  idsOf: (orderId) => ({ orderId }),
})

interface TemplateOptions {
  readonly attach?: AttachPaper
  /** Finds what the mail is about; undefined if it is not needed any more. */
  readonly find?: (db: Db, orderId: string, mailId: string) => Promise<MailRow | undefined>
}

const named = (kind: MailKind, options: TemplateOptions) => ({ [templateOf(kind)]: template(kind, options) })

function template(kind: MailKind, { attach, find = findMailedOrder }: TemplateOptions = {}): MailTemplate {
  return async (shop, orderId, mail) => {
    const found = await find(shop.db, orderId, mail.id)
    if (!found) return undefined
    const row = await withArrival(shop, found)
    const isVerified = await isEmailVerified(shop.db, row.user_id)
    // Another attempt of the same mail is not counted again.
    if (!isVerified && mail.attempts === 0 && !(await mayMail(shop, kind, row, mail))) return undefined
    const isOfOwner = isVerified && row.planted === 0
    const order = {
      ...(isOfOwner ? row : withoutCustomerText(row)),
      ...(isVerified ? {} : longerHold(shop, row)),
    }
    const layout = MAIL_CONTENTS[kind](order, addressesOf(shop, order))
    const isLastAttempt = mail.attempts + 1 >= ATTEMPTS_WITH_PAPER
    const isWithPaper = attach !== undefined && row.refund?.hasPaper !== false
    const paper = isWithPaper && isOfOwner ? await renderPaper(shop, attach, row, isLastAttempt) : undefined
    const paragraphs = [
      ...layout.paragraphs,
      ...(isWithPaper
        ? [paper ? `${paperOf(row)} is attached.` : `${paperOf(row)} is with the order in My Orders.`]
        : []),
      ...(isVerified ? [] : [row.entered_by === null ? NOT_YOUR_ORDER : ownText(shop)]),
    ]
    const words = await currentMailWords(shop)
    return {
      subject: subjectOf(layout, order),
      ...renderMail(withMailWords({ ...layout, paragraphs }, words, occasionOf(kind, order))),
      ...(paper && { attachments: [paper] }),
    }
  }
}

/** Which mail it is, for the words that staff added. One about what somebody else may have placed calls nobody by a name. */
export const occasionOf = (kind: MailKind, { number, name }: MailedOrder): MailOccasion => ({
  ...{ kind, number, isGreeting: true },
  name: kind === 'unproven' ? undefined : name,
})

/** The order with the days on which it arrives if it ships today: no mail promises days that are over. */
async function withArrival(shop: Shop, order: MailRow): Promise<MailRow> {
  const arrives = arrivesIfShippedOn(await sellerToday(shop), order)
  return order.delivery && arrives ? { ...order, delivery: { ...order.delivery, arrives } } : order
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

function longerHold({ config }: Shop, { created_at, hold_until }: MailRow): Pick<MailedOrder, 'longerHold'> {
  const longerHold = created_at + config.holdMs
  return hold_until < longerHold ? { longerHold } : {}
}

const NOT_YOUR_ORDER =
  'If you did not place this order, somebody else gave your address. You need not do anything.'

/** How the owner of an unverified e-mail gets at an order that an admin entered: no session of the account has it until then. */
const ownText = ({ config }: Shop): string =>
  `To read, change and pay this order in your account, first show that this address is yours: set a new password at ${config.publicUrl}/forgotpass. If you did not ask us for this order, tell us.`

/** What only the staff and the provider cause. */
const BY_STAFF: ReadonlySet<MailKind> = new Set([
  'shipped',
  'reverted',
  'lost',
  'tracked',
  'covered',
  'refunded',
  'refund failed',
  'invoiced',
  'due',
])

/** Mails about an order that an admin entered for the customer are the staff's too. */
const mayMail = (
  shop: Shop,
  kind: MailKind,
  { id: about, user_id, entered_by }: MailRow,
  { id: mailId, payload: { to } }: Parameters<MailTemplate>[2],
): Promise<boolean> => {
  const isOfStaff = BY_STAFF.has(kind) || (entered_by !== null && entered_by !== user_id)
  const cause = isOfStaff ? 'staff' : 'account'
  return mayMailUnproven(shop, { to, cause, template: templateOf(kind), mailId, about })
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
