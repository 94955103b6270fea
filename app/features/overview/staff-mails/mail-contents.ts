import type { takeUntoldLowParts } from '#features/catalog/catalog.ts'
import { productPagePath } from '#features/catalog/paths.ts'
import { manageOrdersPath } from '#features/manage-orders/paths.ts'
import type { takeNewOrders } from '#features/orders/orders.ts'
import { orderPagePath } from '#features/orders/paths.ts'
import { poNumberText } from '#features/orders/texts.ts'
import type { MailLayout } from '#kit/mail/layout.ts'
import { formatTotal } from '#kit/money.ts'
import type { Shop } from '#kit/shop.ts'
import { formatCount, piecesText } from '#kit/text/count-text.ts'
import { LOW_STOCK_PATH } from '../paths.ts'

type Rows<Take extends (...given: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Take>>

/** A mail names so many orders or parts; the list behind its button has all of them. */
const NAMED_AT_MOST = 50

/** "3 new orders"; of one its numbers too. */
export function newOrdersMail(shop: Shop, orders: Rows<typeof takeNewOrders>): MailLayout {
  return {
    title: newOrdersTitle(orders),
    paragraphs: [orders.length === 1 ? 'It is paid.' : 'They are paid.', ...moreText(orders.length)],
    action: { label: 'Orders to ship', url: at(shop, manageOrdersPath({ status: 'to_ship' })) },
    tables: [
      {
        lines: orders.slice(0, NAMED_AT_MOST).map(({ id, number, poNumber, who, payable, pieces }) => ({
          name: [number, poText(poNumber)].filter(Boolean).join(', '),
          details: [shortened(who), piecesText(pieces)],
          amount: formatTotal(payable),
          url: at(shop, orderPagePath(id)),
        })),
      },
    ],
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
    action: { label: 'Low stock', url: at(shop, LOW_STOCK_PATH) },
    tables: [
      {
        lines: parts.slice(0, NAMED_AT_MOST).map(({ _id, sku, name, quantity, reorderPoint }) => ({
          name: shortened(name),
          details: [sku, `${piecesText(quantity)} in stock, reorder point ${formatCount(reorderPoint)}`],
          url: at(shop, productPagePath(_id)),
        })),
      },
    ],
    more: recipients(shop),
  }
}

function newOrdersTitle([order, ...others]: Rows<typeof takeNewOrders>): string {
  if (!order || others.length > 0) return `${formatCount(others.length + 1)} new orders`
  return [`1 new order: ${order.number}`, poText(order.poNumber)].filter(Boolean).join(', ')
}

const poText = (poNumber: string | null): string => (poNumber === null ? '' : poNumberText(poNumber))

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
