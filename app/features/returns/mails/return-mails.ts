import '../tables.ts'
import { isEmailVerified, mailStaffWith } from '#features/accounts/accounts.ts'
import {
  currentMailWords,
  type MailOccasion,
  withMailWords,
} from '#features/customer-mails/customer-mails.ts'
import type { LockedOrder } from '#features/orders/orders.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { Db } from '#kit/db/db.ts'
import type { MailTemplate, MailTemplates } from '#kit/mail/due-mails.ts'
import { enqueueTemplates } from '#kit/mail/enqueue.ts'
import { type Facts, type MailLayout, renderMail } from '#kit/mail/layout.ts'
import { mayMailUnproven } from '#kit/mail/unproven-mails.ts'
import type { Shop } from '#kit/shop.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { findReturn, type ReturnRow, receivedOf } from '../records/return-rows.ts'
import { type CustomerStep, isOfCustomer, type ReturnStep, type StaffStep } from '../states.ts'
import { reasonTexts } from '../texts.ts'

/** A mail to the customer, by the step of the staff; also the name of its template. */
type ReturnMail = `return ${StaffStep}`

/** What a mail about a return says of it. */
export interface MailedReturn
  extends Pick<ReturnRow, 'number' | 'name' | 'reason' | 'note' | 'instructions' | 'answer' | 'lines'> {
  readonly page: string
}

/** Mails the other side of a step: call it in its transaction, after the return is written. Of its mails that wait the newest leaves. */
export async function mailReturn(
  trx: Db,
  { config }: Pick<Shop, 'config'>,
  told: {
    readonly step: ReturnStep
    readonly order: Pick<LockedOrder, 'id' | 'email'>
    readonly row: ReturnRow
    readonly at: number
  },
): Promise<void> {
  const { step, order, row, at } = told
  if (isOfCustomer(step)) {
    const layout = staffReturnMail(step, { ...row, page: pageOf(config, order.id) })
    return mailStaffWith(trx, { config, at }, 'orders', layout)
  }
  const template: ReturnMail = `return ${step}`
  const mail = { to: order.email, template, about: order.id }
  const [mailId = null] = await enqueueTemplates(trx, at, [mail])
  await trx.updateTable('returns').set({ mail_id: mailId }).where('id', '=', row.id).execute()
}

const pageOf = ({ publicUrl }: Shop['config'], orderId: string): string =>
  `${publicUrl}${orderPagePath(orderId)}`

/** What the staff read when a customer asks for a return, or takes that back. */
export const staffReturnMail = (step: CustomerStep, mailed: MailedReturn): MailLayout => ({
  title:
    step === 'asked'
      ? `A customer requests a return of order ${mailed.number}`
      : `A return of order ${mailed.number} is withdrawn`,
  paragraphs: [
    step === 'asked'
      ? 'Accept it with instructions, or decline it with a reason: the customer gets either by mail.'
      : 'There is nothing to do: the customer keeps the pieces.',
  ],
  action: { label: 'The order', url: mailed.page },
  facts: {
    Customer: mailed.name,
    Pieces: linesOf(mailed, ({ quantity }) => quantity),
    Reason: reasonTexts[mailed.reason],
    ...(mailed.note !== null && { Note: mailed.note.split(/\r?\n/) }),
  },
})

/** "20 pieces of HX-933-M8-40-A2" for each line with such pieces. */
const linesOf = (
  { lines }: Pick<MailedReturn, 'lines'>,
  piecesOf: (line: ReturnRow['lines'][number]) => number,
): string[] =>
  lines
    .filter((line) => piecesOf(line) > 0)
    .map((line) => `${piecesText(piecesOf(line))} of ${line.sku}, ${line.product_name}`)

const CONTENTS: Readonly<
  Record<ReturnMail, (mailed: MailedReturn) => Pick<MailLayout, 'title' | 'paragraphs'> & { facts: Facts }>
> = {
  'return opened': (mailed) => ({
    title: `You can return pieces of your order ${mailed.number}`,
    paragraphs: ['We have opened a return for you. Please send the pieces as described below.'],
    facts: { ...instructionsOf(mailed), Pieces: linesOf(mailed, ({ quantity }) => quantity) },
  }),
  'return accepted': (mailed) => ({
    title: `Your return of order ${mailed.number} is accepted`,
    paragraphs: ['Please send the pieces as described below.'],
    facts: { ...instructionsOf(mailed), Pieces: linesOf(mailed, ({ quantity }) => quantity) },
  }),
  'return declined': (mailed) => ({
    title: `Your return of order ${mailed.number} is declined`,
    paragraphs: [
      'We cannot take the pieces back. The reason is below. If you have a question, write to us on the page of the order.',
    ],
    facts: { ...answerOf(mailed), Pieces: linesOf(mailed, ({ quantity }) => quantity) },
  }),
  'return received': (mailed) => ({
    title: `Your return of order ${mailed.number} has arrived`,
    paragraphs: ['We have received the pieces below and are checking them. You get a mail with the result.'],
    facts: { 'Came back': linesOf(mailed, receivedOf) },
  }),
  'return replaced': (mailed) => ({
    title: `We send pieces of your order ${mailed.number} again`,
    paragraphs: ['We replace the pieces that came back, at no cost to you. You get a mail when they ship.'],
    facts: { Pieces: linesOf(mailed, receivedOf) },
  }),
  'return closed': (mailed) => ({
    title: `Your return of order ${mailed.number} is closed`,
    paragraphs: ['It was closed without a refund or a replacement. The reason is below.'],
    facts: { ...answerOf(mailed), Pieces: linesOf(mailed, ({ quantity }) => quantity) },
  }),
}

const instructionsOf = ({ instructions }: MailedReturn): Facts => ({
  Instructions: (instructions ?? '').split(/\r?\n/),
})

const answerOf = ({ answer }: MailedReturn): Facts => ({ Reason: (answer ?? '').split(/\r?\n/) })

export const RETURN_MAILS = Object.keys(CONTENTS) as ReturnMail[]

/** What the customer reads of a step of the staff. */
export const returnMail = (kind: ReturnMail, mailed: MailedReturn): MailLayout => ({
  ...CONTENTS[kind](mailed),
  action: { label: 'Your order', url: mailed.page },
})

/** Which mail it is, for the words that staff added. It greets nobody. */
export const returnOccasion = (kind: ReturnMail, { number }: Pick<MailedReturn, 'number'>): MailOccasion => ({
  kind,
  number,
  isGreeting: false,
})

/** The mails to customers about returns, each of the return as it is when the mail is sent. */
export const returnMailTemplates: MailTemplates['byName'] = Object.fromEntries(
  RETURN_MAILS.map((kind) => [kind, template(kind)]),
)

function template(kind: ReturnMail): MailTemplate {
  return async (shop, orderId, mail) => {
    const mailed = await shop.db
      .selectFrom('returns')
      .innerJoin('orders', 'orders.id', 'returns.order_id')
      .select(['returns.id', 'orders.user_id'])
      .where('order_id', '=', orderId)
      .where('mail_id', '=', mail.id)
      .executeTakeFirst()
    if (!mailed || !(await mayMail(shop, mailed.user_id, { orderId, kind, mail }))) return undefined
    const row = await findReturn(shop.db, mailed.id)
    const layout = returnMail(kind, { ...row, page: pageOf(shop.config, orderId) })
    const words = await currentMailWords(shop)
    return { subject: layout.title, ...renderMail(withMailWords(layout, words, returnOccasion(kind, row))) }
  }
}

/** Nobody may have confirmed the address: then it is one of the few mails that the staff may cause. */
async function mayMail(
  shop: Shop,
  userId: string,
  {
    orderId: about,
    kind,
    mail: {
      id: mailId,
      attempts,
      payload: { to },
    },
  }: { orderId: string; kind: ReturnMail; mail: Parameters<MailTemplate>[2] },
): Promise<boolean> {
  if (attempts > 0 || (await isEmailVerified(shop.db, userId))) return true
  return mayMailUnproven(shop, { to, cause: 'staff', template: kind, mailId, about })
}
