import '../tables.ts'
import { sql } from 'kysely'
import { MAXIMUM_PIECES, quantityProblem } from '#features/pricing/quantity-terms.ts'
import { type NewEntry, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { isAmong } from '#kit/input/search.ts'
import type { OrderedProduct } from '../products/find-products.ts'
import { recordStockChange } from '../public/tags.ts'
import { givenChanges, giveToWaiting } from '../waiting/give-to-waiting.ts'
import { byProduct, idOf, type Pieces, takeStock } from '../waiting/take-stock.ts'

/** The pieces of one line of an order, of the product as it was read. */
export interface StockLine {
  readonly product: Pick<OrderedProduct, '_id' | 'revision' | 'storedPrices'>
  readonly quantity: number
  /** The pieces of it that the order has already: they are not in stock, and count as if they were. */
  readonly held?: number
  /** What the stock does not cover is left out, whatever the terms of the product: it is on backorder. */
  readonly mayBackorder?: true
}

/** The stock of some products, locked until the transaction ends. */
export interface LockedStock {
  /**
   * Reserves the pieces of all lines, or of none: false when too few are left, or the prices of a product were changed since it
   * was read, or it is archived.
   */
  reserve(lines: readonly StockLine[]): boolean
  /** How many pieces of a reserved line the stock did not cover. */
  backordered(line: StockLine): number
  /**
   * Takes the pieces of these lines, which were reserved, out of stock, or returns what they held besides; call it once, in the
   * same transaction.
   */
  write(lines: readonly StockLine[], at: number): Promise<void>
}

/**
 * Locks the stock of the products of these lines, and of `others` that may be archived, in the sequence of their ids, so that no
 * deadlock arises.
 */
export async function lockStock(
  trx: Db,
  lines: readonly StockLine[],
  others: readonly string[] = [],
): Promise<LockedStock> {
  const ids = [...new Set([...lines.map(({ product }) => product._id), ...others])]
  const rows = await trx
    .selectFrom('products')
    .select(['id', 'quantity', 'revision', 'prices', 'minimum', 'step', 'archived_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const forSale = rows.filter(({ archived_at }) => archived_at === null)
  const products = new Map(forSale.map((row) => [row.id, { ...row, reserved: 0 }]))
  const lacking = new Map<StockLine, number>()
  const backordered = (line: StockLine): number => lacking.get(line) ?? 0
  const canReserve = ({ product, quantity, held = 0, mayBackorder }: StockLine): boolean => {
    const row = products.get(product._id)
    if (!row || !isPricedAsRead(row, product)) return false
    if (mayBackorder) return true
    return quantityProblem({ ...row, quantity: row.quantity - row.reserved + held }, quantity) === undefined
  }
  return {
    reserve: (wanted) => {
      if (!wanted.every(canReserve)) return false
      for (const line of wanted) {
        const row = products.get(line.product._id)
        if (!row) continue
        const left = row.quantity - row.reserved
        if (line.mayBackorder && taken(line) > left) lacking.set(line, taken(line) - left)
        row.reserved += taken(line) - backordered(line)
      }
      return true
    },
    backordered,
    write: async (reserved, at) => {
      const pieces = [...piecesByProduct(reserved, (line) => taken(line) - backordered(line))]
      await reduceStock(trx, new Map(pieces.filter(([, quantity]) => quantity > 0)))
      const returned = pieces.filter(([, quantity]) => quantity < 0)
      await releaseStock(
        trx,
        returned.map(([product_id, quantity]) => ({ product_id, quantity: -quantity })),
        at,
      )
    },
  }
}

/** The revision says it nearly always; counting pieces makes a new one too, and must not send orders back. */
const isPricedAsRead = (
  row: { readonly revision: number; readonly prices: string },
  { revision, storedPrices }: StockLine['product'],
): boolean => row.revision === revision || row.prices === storedPrices

/** What of the pieces comes out of stock; below 0 when fewer are wanted than are held. */
const taken = ({ quantity, held = 0 }: StockLine): number => quantity - held

function piecesByProduct(
  lines: readonly StockLine[],
  piecesOf: (line: StockLine) => number,
): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>()
  for (const line of lines) pieces.set(line.product._id, (pieces.get(line.product._id) ?? 0) + piecesOf(line))
  return pieces
}

/** One statement for all products. Its guard is a second protection: no piece is sold twice, even without the lock. */
async function reduceStock(trx: Db, pieces: ReadonlyMap<string, number>): Promise<void> {
  if (pieces.size === 0) return
  const rows = [...pieces].map(([id, quantity]) => sql`(${id}, cast(${quantity} as integer))`)
  // Both databases name the columns of `values` so.
  const { numAffectedRows } = await sql`
    update products set quantity = quantity - column2 from (values ${sql.join(rows)}) as reserved
    where products.id = column1 and quantity >= column2`.execute(trx)
  if (numAffectedRows !== BigInt(pieces.size))
    throw new Error('The stock of a product changed although it was locked.')
  recordStockChange(trx, [...pieces.keys()])
}

/**
 * Returns pieces to stock, where orders that wait for some take them first. It never fails for too many, because money or an order may
 * be recorded in the same transaction: a stock has `MAXIMUM_PIECES` at most, and the rest is not counted. Resolves to how many pieces of
 * each product orders took.
 */
export async function releaseStock(
  trx: Db,
  pieces: readonly Pieces[],
  at: number,
): Promise<ReadonlyMap<string, number>> {
  if (pieces.length === 0) return new Map()
  for (const { product_id, quantity } of byProduct(pieces))
    await trx
      .updateTable('products')
      // Not added up before it is compared: an integer of PostgreSQL has 32 bits.
      .set(({ eb }) => ({
        quantity: eb
          .case()
          .when('quantity', '>', MAXIMUM_PIECES - quantity)
          .then(MAXIMUM_PIECES)
          .else(eb('quantity', '+', quantity))
          .end(),
      }))
      .where('id', '=', product_id)
      .execute()
  recordStockChange(trx, pieces.map(idOf))
  return giveToWaiting(trx, [...new Set(pieces.map(idOf))], at)
}

/**
 * Takes pieces out of stock that replace lost or returned ones, which the history of each product says with the reason. False if so many of
 * one are not left: then roll back.
 */
export async function takeLostStock(
  trx: Db,
  pieces: readonly Pieces[],
  change: Pick<NewEntry, 'by' | 'at' | 'reason'>,
): Promise<boolean> {
  if (!(await takeStock(trx, pieces))) return false
  const stocks = await findStocks(trx, pieces.map(idOf))
  for (const [id, own] of Map.groupBy(pieces, idOf)) {
    const to = stocks.get(id)?.quantity ?? 0
    const from = to + own.reduce((sum, { quantity }) => sum + quantity, 0)
    const changes = [{ field: 'quantity', from, to }]
    await recordAudit(trx, { ...change, kind: 'product.stock', subject: id, changes })
  }
  return true
}

/** Returns pieces to stock that came back from a customer, which the history of each product says with the reason. */
export async function releaseReturnedStock(
  trx: Db,
  pieces: readonly Pieces[],
  change: Pick<NewEntry, 'by' | 'at' | 'reason'>,
): Promise<void> {
  if (pieces.length === 0) return
  const ids = pieces.map(idOf)
  await lockStock(trx, [], ids)
  const before = await findStocks(trx, ids)
  const given = await releaseStock(trx, pieces, change.at)
  const after = await findStocks(trx, ids)
  for (const id of new Set(ids)) {
    const [from = 0, to = 0] = [before, after].map((stocks) => stocks.get(id)?.quantity ?? 0)
    const changes = [{ field: 'quantity', from, to }, ...givenChanges(given.get(id) ?? 0)]
    await recordAudit(trx, { ...change, kind: 'product.stock', subject: id, changes })
  }
}

/** A product with the pieces that can be ordered now. */
export interface ProductStock {
  readonly _id: string
  readonly sku: string
  readonly name: string
  readonly quantity: number
  readonly isForSale: boolean
}

/** The products of these ids, archived ones too, by id. One query for any number of them. */
export async function findStocks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ProductStock>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'quantity', 'archived_at'])
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(
    rows.map(({ id, archived_at, ...row }) => [id, { _id: id, ...row, isForSale: archived_at === null }]),
  )
}
