import {
  currentMailWords,
  type MailOccasion,
  withMailWords,
} from '#features/customer-mails/customer-mails.ts'
import { APPROVAL_MAIL, findMailedOrder, orderTable, toReason } from '#features/orders/changing.ts'
import type { MailedOrder } from '#features/orders/orders.ts'
import { APPROVALS_PATH } from '#features/orders/paths.ts'
import type { Db } from '#kit/db/db.ts'
import type { MailTemplates } from '#kit/mail/due-mails.ts'
import { type MailLayout, renderMail } from '#kit/mail/layout.ts'
import { formatTotal } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { utcTimeText } from '#kit/text/utc-text.ts'

/** The mails to approvers, written from the order as it is when they are sent. */
export const approvalMailTemplates: MailTemplates['byName'] = {
  [APPROVAL_MAIL]: async (shop, orderId) => {
    const asked = await findAskedOrder(shop, orderId)
    if (!asked) return undefined
    const layout = approvalMail(asked)
    const words = await currentMailWords(shop)
    return {
      subject: layout.title,
      ...renderMail(withMailWords(layout, words, approvalOccasion(asked.order))),
    }
  },
}

/** Undefined when the order does not wait any more. */
async function findAskedOrder({ db, config }: Shop, orderId: string): Promise<Asked | undefined> {
  const order = await findMailedOrder(db, orderId)
  const asked = order && (await findAsked(db, orderId))
  if (!asked) return undefined
  return {
    order,
    company: asked.company_name ?? '',
    reason: asked.approval_reason,
    page: config.publicUrl + APPROVALS_PATH,
  }
}

const findAsked = (db: Db, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['company_name', 'approval_reason'])
    .where('id', '=', orderId)
    .where('approval', '=', 'waiting')
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()

interface Asked {
  readonly order: MailedOrder
  readonly company: string
  /** As it is stored. */
  readonly reason: string | null
  readonly page: string
}

/** Which mail it is, for the words that staff added. It goes to several people, so a greeting may not name one. */
export const approvalOccasion = ({ number }: Pick<MailedOrder, 'number'>): MailOccasion => ({
  kind: 'approval asked',
  number,
  isGreeting: true,
})

/** The link leads to the page: no link approves anything. */
export function approvalMail({ order, company, reason, page }: Asked): MailLayout {
  const { orderLimit, monthLimit, monthBefore = 0 } = toReason(reason)
  const { payable, name = 'a colleague' } = order
  return {
    title: `An order of ${name} waits for your approval: ${order.number}`,
    paragraphs: [
      'Hello,',
      `${name} has placed an order for ${company} that somebody has to approve before it is paid and shipped. Its pieces are held until ${utcTimeText(order.hold_until)}.`,
    ],
    action: { label: 'See what waits', url: page },
    news: {
      Order: formatTotal(payable),
      ...(orderLimit !== undefined && { 'Limit per order': formatTotal(orderLimit) }),
      ...(monthLimit !== undefined && {
        'Limit per month': `${formatTotal(monthLimit)}, with it ${formatTotal(monthBefore + payable)}`,
      }),
    },
    tables: [orderTable(order)],
  }
}
