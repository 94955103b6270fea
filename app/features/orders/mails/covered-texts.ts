import type { Facts } from '#kit/mail/layout.ts'
import { piecesText } from '#kit/text/count-text.ts'
import { byPosition } from '../left-to-ship.ts'
import { awaited } from '../records/backorder-rows.ts'
import { isOwed } from '../transitions/on-account.ts'
import type { MailedOrder } from './mailed-order.ts'

/** What happened to an order of which pieces came into stock, and what comes next. */
export const coveredText = (order: MailedOrder): string => {
  const { lines, paid_at } = order
  const ships = 'A mail tells you when they leave.'
  const next = paid_at === null && !isOwed(order) ? 'They ship once the order is paid.' : ships
  const came = `pieces that your order waited for came into stock, and we keep them for you. ${next}`
  return lines.some((line) => awaited(line) > 0) ? `${came} The rest ships when it is in stock too.` : came
}

/** What came into stock, and what the order waits for still. */
export function coveredFacts({ lines, covered = [] }: MailedOrder): Facts {
  const textOf = ({ sku }: MailedOrder['lines'][number], quantity: number) =>
    `${sku}: ${piecesText(quantity)}`
  const came = byPosition(covered)
  const [here, missing] = [
    lines.flatMap((line) => {
      const quantity = came.get(line.position) ?? 0
      return quantity > 0 ? [textOf(line, quantity)] : []
    }),
    lines.flatMap((line) => (awaited(line) > 0 ? [textOf(line, awaited(line))] : [])),
  ]
  return {
    ...(here.length > 0 && { 'In stock now': here }),
    ...(missing.length > 0 && { 'On backorder': missing }),
  }
}
