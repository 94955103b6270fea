import '../tables.ts'
import type { FieldChange } from '#kit/audit/field-change.ts'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import { takeStock } from './take-stock.ts'

/** Orders that wait for pieces of products, which features above the catalogue have. */
interface Waiting {
  /** Those of these products for which an order waits. */
  findAwaited(trx: Db, ids: readonly string[]): Promise<string[]>
  /**
   * Gives the orders what they lack of these stocks, at this time (ms), the oldest first. Resolves to how many pieces of each product they took:
   * these are taken out of stock afterwards. The products are locked.
   */
  takeArrived(trx: Db, stocks: ReadonlyMap<string, number>, at: number): Promise<ReadonlyMap<string, number>>
}

let waiting: Waiting | undefined

/** The composition hands it over before anything comes into stock: the catalogue imports no orders. */
export function handToStock(given: Waiting): void {
  waiting = given
}

/**
 * Gives what is in stock of these products to the orders that wait for them, before anybody else can order it. Whatever brings pieces
 * into stock calls it in its transaction, after it has locked and written the products. Resolves to how many pieces were given away.
 */
export async function giveToWaiting(
  trx: Db,
  ids: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  if (!waiting) throw new Error('nobody has handed the orders that wait for pieces to the stock')
  const awaited = ids.length === 0 ? [] : await waiting.findAwaited(trx, ids)
  if (awaited.length === 0) return new Map()
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'quantity'])
    .where(isAmong(trx, 'id', awaited))
    .orderBy('id')
    .forUpdate()
    .execute()
  const stocks = rows.filter(({ quantity }) => quantity > 0)
  if (stocks.length === 0) return new Map()
  const taken = await waiting.takeArrived(trx, new Map(stocks.map((row) => [row.id, row.quantity])), at)
  const pieces = [...taken].map(([product_id, quantity]) => ({ product_id, quantity }))
  if (!(await takeStock(trx, pieces)))
    throw new Error('The stock of a product changed although it was locked.')
  return taken
}

/** What the history of a product says of the pieces that orders took of those that came into stock. */
export const givenChanges = (given: number): FieldChange[] =>
  given > 0 ? [{ field: 'backordered', from: 0, to: given }] : []
