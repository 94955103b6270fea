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
    const layout = await findLayout(shop, orderId)
    return layout && { subject: layout.title, ...renderMail(layout) }
  },
}

/** Undefined when the order does not wait any more. */
async function findLayout({ db, config }: Shop, orderId: string): Promise<MailLayout | undefined> {
  const order = await findMailedOrder(db, orderId)
  const asked = order && (await findAsked(db, orderId))
  if (!asked) return undefined
  return approvalMail({
    order,
    company: asked.company_name ?? '',
    reason: asked.approval_reason,
    page: config.publicUrl + APPROVALS_PATH,
  })
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
      ...(orderLimit !== undefined && { 'Limit of an order': formatTotal(orderLimit) }),
      ...(monthLimit !== undefined && {
        'Limit of a month': `${formatTotal(monthLimit)}, with it ${formatTotal(monthBefore + payable)}`,
      }),
    },
    tables: [orderTable(order)],
  }
}
