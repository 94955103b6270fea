import { releaseStock } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { changeRowCount } from '#kit/db/row-counts.ts'
import { forgetNewOrders } from '../mails/new-orders.ts'
import { ordersOfAny } from '../owners/own-orders.ts'
import type { ShipmentLine } from '../schema.ts'
import '../tables.ts'

/** The ids of all orders of these accounts, locked until the transaction ends. */
export async function findIdsOfOrders(trx: Db, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const orders = trx
    .selectFrom('orders')
    .select('id')
    .where(ordersOfAny(accountIds))
    .orderBy('id')
    .forUpdate()
  return (await orders.execute()).map(({ id }) => id)
}

interface Pieces {
  readonly product_id: string
  readonly quantity: number
}

/**
 * Deletes locked orders with all that belongs to them here, as if they had never been placed: the pieces that they took are in
 * stock again, without those that were `returned` to it. For samples only: other orders are the books.
 */
export async function forgetOrders(
  trx: Db,
  orderIds: readonly string[],
  { returned, at }: { readonly returned: readonly Pieces[]; readonly at: number },
): Promise<void> {
  if (orderIds.length === 0) return
  const pieces = await findTakenPieces(trx, orderIds, returned)
  await forgetNewOrders(trx, orderIds)
  for (const table of [
    'former_contacts',
    'lost_shipments',
    'order_disputes',
    'order_events',
    'order_lines',
    'order_money',
    'shipments',
  ] as const)
    await trx.deleteFrom(table).where('order_id', 'in', orderIds).execute()
  const deleted = await trx
    .deleteFrom('orders')
    .where('id', 'in', orderIds)
    .returning('cancelled_at')
    .execute()
  await releaseStock(trx, pieces, at)
  const counted = deleted.filter(({ cancelled_at }) => cancelled_at === null).length
  await changeRowCount(trx, 'orders', -counted)
}

/** What these orders took out of stock and did not put back; samples lack none. Pieces that were lost or replaced were taken twice. */
async function findTakenPieces(
  trx: Db,
  orderIds: readonly string[],
  returned: readonly Pieces[],
): Promise<Pieces[]> {
  const lines = await trx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['order_id', 'position', 'product_id', 'quantity', 'restocked', 'replaced'])
    .where('order_id', 'in', orderIds)
    .where('cancelled_at', 'is', null)
    .execute()
  const lost = await trx
    .selectFrom('lost_shipments')
    .select(['order_id', 'lines'])
    .where('order_id', 'in', orderIds)
    .execute()
  const productOf = new Map(lines.map((line) => [`${line.order_id} ${line.position}`, line.product_id]))
  const taken = new Map<string, number>()
  const add = (product: string | undefined, pieces: number) => {
    if (product !== undefined) taken.set(product, (taken.get(product) ?? 0) + pieces)
  }
  for (const { product_id, quantity, restocked, replaced } of lines)
    add(product_id, quantity + replaced - restocked)
  for (const { order_id, lines: lostLines } of lost)
    for (const { position, quantity } of JSON.parse(lostLines) as ShipmentLine[])
      add(productOf.get(`${order_id} ${position}`), quantity)
  for (const { product_id, quantity } of returned) add(product_id, -quantity)
  return [...taken]
    .filter(([, quantity]) => quantity > 0)
    .map(([product_id, quantity]) => ({ product_id, quantity }))
}
