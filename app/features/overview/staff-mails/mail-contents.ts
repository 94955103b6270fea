import type { takeUntoldLowParts } from '#features/catalog/catalog.ts'
import { productPagePath } from '#features/catalog/paths.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import type { takeNewOrders } from '#features/orders/orders.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import type { MailLayout } from '#kit/mail/layout.ts'
import { formatTotal } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { LOW_STOCK_PATH } from '../paths.ts'

type Rows<Take extends (...given: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Take>>

/** A mail names so many orders or parts; the list behind its button has all of them. */
const NAMED_AT_MOST = 50

/** "3 new orders" */
export function newOrdersMail(shop: Shop, orders: Rows<typeof takeNewOrders>): MailLayout {
  return {
    title: orders.length === 1 ? '1 new order' : `${formatCount(orders.length)} new orders`,
    paragraphs: [orders.length === 1 ? 'It is paid.' : 'They are paid.', ...moreText(orders.length)],
    facts: Object.fromEntries(
      orders
        .slice(0, NAMED_AT_MOST)
        .map(({ id, number, who, payable, pieces }) => [
          number,
          [shortened(who), `${formatTotal(payable)}, ${piecesText(pieces)}`, at(shop, orderPagePath(id))],
        ]),
    ),
    action: { label: 'Orders to ship', url: at(shop, manageOrdersPath({ status: 'to_ship' })) },
    more: recipients(shop),
  }
}

/** "4 parts at or below their reorder point" */
export function lowStockMail(shop: Shop, parts: Rows<typeof takeUntoldLowParts>): MailLayout {
  return {
    title:
      parts.length === 1
        ? '1 part at or below its reorder point'
        : `${formatCount(parts.length)} parts at or below their reorder point`,
    paragraphs: [
      'The next mail about a part comes when its stock was above its reorder point and falls again.',
      ...moreText(parts.length),
    ],
    facts: Object.fromEntries(
      parts
        .slice(0, NAMED_AT_MOST)
        .map(({ _id, sku, name, quantity, reorderPoint }) => [
          sku,
          [
            shortened(name),
            `${piecesText(quantity)} in stock, reorder point ${formatCount(reorderPoint)}`,
            at(shop, productPagePath(_id)),
          ],
        ]),
    ),
    action: { label: 'Low stock', url: at(shop, LOW_STOCK_PATH) },
    more: recipients(shop),
  }
}

const at = ({ config }: Shop, path: string): string => `${config.publicUrl}${path}`

const moreText = (total: number): string[] =>
  total > NAMED_AT_MOST ? [`The first ${NAMED_AT_MOST} of ${formatCount(total)} are named here.`] : []

const recipients = (shop: Shop) => ({
  label: 'Choose who gets these mails',
  url: at(shop, '/dashboard/settings?part=mails'),
})

const LONGEST_SHOWN = 100

const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
