import { poNumberText } from '#features/orders/texts.ts'
import '../tables.ts'
import { isEmailVerified } from '#features/accounts/accounts.ts'
import { currentMailWords, withMailWords } from '#features/customer-mails/customer-mails.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Db } from '#kit/db/db.ts'
import { timePartOf } from '#kit/id.ts'
import type { MailTemplate, MailTemplates } from '#kit/mail/due-mails.ts'
import { enqueueTemplates, isWaitingFor, type TemplateMail } from '#kit/mail/enqueue.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import { MAIL } from '#kit/mail/transport.ts'
import { mayMailUnproven } from '#kit/mail/unproven-mails.ts'
import { findNextWaiting } from '#kit/outbox/next-waiting.ts'
import type { Shop } from '#kit/shop.ts'
import { MAXIMUM_MESSAGES } from '../limits.ts'

const QUESTION = 'order question'
const ANSWER = 'order answer'

/** Queues the mails that a customer wrote, to these of the staff; call it in the transaction of the message. */
export async function mailQuestion(
  trx: Db,
  nowMs: number,
  orderId: string,
  staff: readonly string[],
): Promise<void> {
  for (const to of staff) await queue(trx, nowMs, { to, template: QUESTION, about: orderId })
}

/** Queues the mail that the staff wrote. */
export const mailAnswer = (
  trx: Db,
  nowMs: number,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> => queue(trx, nowMs, { to: email, template: ANSWER, about: id })

/** One that waits tells of what is written meanwhile too. */
async function queue(trx: Db, nowMs: number, mail: TemplateMail): Promise<void> {
  if (!(await isWaitingFor(trx, mail))) await enqueueTemplates(trx, nowMs, [mail])
}

export interface AboutOrder {
  readonly number: string
  readonly poNumber: string | null
  readonly name: string
  readonly email: string
  /** What was written since the mail was queued, until the next one was, the oldest first. */
  readonly texts: readonly string[]
  readonly page: string
}

export const questionMail = ({ number, poNumber, name, email, texts, page }: AboutOrder): MailLayout => ({
  title: [
    'A message about order',
    [number, ...(poNumber === null ? [] : [poNumberText(poNumber)])].join(', '),
  ].join(' '),
  paragraphs: ['A customer wrote. The answer on the page of the order reaches the customer by mail.'],
  facts: {
    Customer: [name, email],
    ...(poNumber !== null && { 'PO number': poNumber }),
    Message: texts.flatMap(linesOf),
  },
  action: { label: 'Answer', url: page },
})

export const answerMail = ({ number, texts, page }: AboutOrder): MailLayout => ({
  title: `An answer about your order ${number}`,
  paragraphs: ['We have answered what you wrote about your order.'],
  facts: { Answer: texts.flatMap(linesOf) },
  action: { label: 'Your order', url: page },
})

/** Its lines, an empty one between two paragraphs too. */
const linesOf = (text: string): string[] => text.split(/\r?\n/)

/** The mails about messages, each with what its side wrote since it was queued. */
export const messageMailTemplates: MailTemplates['byName'] = {
  [QUESTION]: async (shop, orderId, mail) => {
    const about = await findAbout(shop, orderId, { mail, isAnswer: false })
    return about && render(questionMail(about))
  },
  [ANSWER]: async (shop, orderId, mail) => {
    const about = await findAbout(shop, orderId, { mail, isAnswer: true })
    if (!about || !(await mayMail(shop, about.userId, orderId, mail))) return undefined
    return render(withMailWords(answerMail(about), await currentMailWords(shop), answerOccasion(about)))
  },
}

/** An answer greets nobody. */
export const answerOccasion = ({ number }: Pick<AboutOrder, 'number'>) => ({
  kind: 'answer' as const,
  number,
  isGreeting: false,
})

const render = (layout: MailLayout) => ({ subject: layout.title, ...renderMail(layout) })

/** Nobody may have confirmed the address: then it is one of the few mails that the staff may cause. */
async function mayMail(
  shop: Shop,
  userId: string,
  about: string,
  { id: mailId, attempts, payload: { to } }: Parameters<MailTemplate>[2],
): Promise<boolean> {
  if (attempts > 0 || (await isEmailVerified(shop.db, userId))) return true
  return mayMailUnproven(shop, { to, cause: 'staff', template: ANSWER, mailId, about })
}

/** The order with what is to be told of it; undefined when that is gone. */
async function findAbout(
  { db, config }: Shop,
  orderId: string,
  { mail, isAnswer }: { readonly mail: Parameters<MailTemplate>[2]; readonly isAnswer: boolean },
): Promise<(AboutOrder & { readonly userId: string }) | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(['number', 'po_number', 'name', 'email', 'user_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  const next = await findNextWaiting(db, MAIL, { id: mail.id, payload: mail.payload, about: orderId })
  const rows = await db
    .selectFrom('order_messages')
    .select('text')
    .where('order_id', '=', orderId)
    .where('user_id', isAnswer ? 'is' : 'is not', null)
    .where('id', '>=', timePartOf(mail.id))
    .$if(next !== undefined, (messages) => messages.where('id', '<', timePartOf(next ?? '')))
    .orderBy('id')
    .limit(MAXIMUM_MESSAGES)
    .execute()
  if (!order || rows.length === 0) return undefined
  const { number, po_number: poNumber, name, email, user_id: userId } = order
  const page = `${config.publicUrl}${orderPagePath(orderId)}`
  return { number, poNumber, name, email, userId, texts: rows.map(({ text }) => text), page }
}
