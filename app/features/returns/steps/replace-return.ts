import type { SignedInUser } from '#features/accounts/accounts.ts'
import { findStocks, takeLostStock } from '#features/catalog/catalog.ts'
import { byPosition } from '#features/orders/left-to-ship.ts'
import {
  findShipping,
  type LockedOrder,
  refuseObstacles,
  sendAgain,
  sumPieces,
  transition,
} from '#features/orders/orders.ts'
import { orderRefusals } from '#features/orders/refusals.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { type ReturnRow, receivedOf } from '../records/return-rows.ts'
import { keepReceived, type LockedReturn, type StepDone, takeStep } from './take-step.ts'

/**
 * Settles a return by a replacement: as many pieces as came back are taken from stock and are left to ship, without being paid
 * again. The customer gets a mail. With a key the same request counts once. Refused, with nothing changed: as by `takeStep`; an order
 * whose money went back or that is in dispute, and too few pieces in stock, which it names (409).
 */
export const replaceReturn = (
  shop: Shop,
  staff: SignedInUser,
  asked: { readonly returnId: string; readonly revision: number; readonly key?: string | undefined },
): Promise<ReturnRow> =>
  takeStep(shop, { user: staff, by: 'staff' }, { ...asked, step: 'replaced', input: null }, (trx, locked) =>
    replace(trx, staff, locked),
  )

async function replace(trx: Db, staff: SignedInUser, { row, order, at }: LockedReturn): Promise<StepDone> {
  refuseObstacles(transition(order, 'replace', { by: 'staff', at }), order)
  const pieces = row.lines
    .map((line) => ({ ...line, quantity: receivedOf(line) }))
    .filter(({ quantity }) => quantity > 0)
  const reason = `Replaces returned pieces of order ${order.number}`
  const stocks = await findStocks(
    trx,
    pieces.map(({ product_id }) => product_id),
  )
  if (!(await takeLostStock(trx, pieces, { by: staff, at, reason })))
    throw outOfStock(
      order,
      pieces.map(({ position, product_id }) => ({
        position,
        quantity: stocks.get(product_id)?.quantity ?? 0,
      })),
    )
  const before = byPosition((await findShipping(trx, order.id)).left)
  await sendAgain(trx, order, pieces)
  const after = byPosition((await findShipping(trx, order.id)).left)
  // What was refunded without coming back is taken off what ships: it would swallow the new pieces.
  if (
    pieces.some(
      ({ position, quantity }) => (after.get(position) ?? 0) - (before.get(position) ?? 0) < quantity,
    )
  )
    throw new AppError(
      orderRefusals.refunded,
      `Pieces of order ${order.number} were refunded already, so none would be sent again. Close the return instead.`,
    )
  await keepReceived(trx, row)
  const lines = pieces.map(({ position, quantity }) => ({ position, quantity }))
  return {
    changes: { state: 'settled', outcome: 'replacement', refund_id: null },
    pieces: sumPieces(pieces),
    audited: [{ field: 'lines', from: null, to: lines }],
  }
}

const outOfStock = (
  { number }: Pick<LockedOrder, 'number'>,
  left: readonly { readonly position: number; readonly quantity: number }[],
): AppError =>
  new AppError(
    orderRefusals.outOfStock,
    `There are not enough pieces in stock to replace what came back of order ${number}. Refund it, or wait for stock.`,
    { left: [...left] },
  )
