import { type RawBuilder, sql } from 'kysely'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { findQuotedProducts } from '#features/catalog/catalog.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError, invalidField } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { type CartLine, cartLine, withAdded } from './lines.ts'
import './tables.ts'

/** Who has a cart. */
type CartOwner = Pick<SignedInUser, 'id'>

/** Whose a line of a cart is: the condition by which every statement about the cart of somebody finds them. */
const ownCart = ({ id }: CartOwner): RawBuilder<boolean> => sql`cart_lines.user_id = ${id}`

/** The lines of a customer's cart, archived parts included. */
export async function readCart(db: Db, owner: CartOwner): Promise<CartLine[]> {
  const rows = await db
    .selectFrom('cart_lines')
    .select(['product_id', 'quantity', 'own', 'note'])
    .where(ownCart(owner))
    .orderBy('position')
    .execute()
  return rows.map(({ product_id: productId, ...row }) => cartLine({ ...row, productId }))
}

/**
 * Replaces a customer's cart; of two writes at the same time the later counts. A product named twice becomes one line with
 * the sum. Refused, with nothing changed: an unknown product, a sum that is no safe integer (422), a session that has ended
 * meanwhile (401).
 */
export async function replaceCart(
  shop: Shop,
  customer: SignedInUser,
  given: readonly CartLine[],
): Promise<void> {
  const lines = mergeLines(given)
  const userId = customer.id
  await shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customer)
    await refuseUnknown(trx, given)
    await emptyCart(trx, userId)
    if (lines.length === 0) return
    const rows = lines.map(({ productId, quantity, own = null, note = null }, position) => ({
      user_id: userId,
      position,
      product_id: productId,
      quantity,
      own,
      note,
    }))
    // Each row locks its product: by id like the orders, so that no deadlock arises.
    rows.sort((a, b) => (a.product_id < b.product_id ? -1 : 1))
    await trx.insertInto('cart_lines').values(rows).execute()
  })
}

/** Removes all lines of a customer's cart. */
export async function emptyCart(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('cart_lines')
    .where(ownCart({ id: userId }))
    .execute()
}

function mergeLines(given: readonly CartLine[]): CartLine[] {
  const merged = withAdded([], given)
  for (const { productId, quantity } of merged) {
    if (Number.isSafeInteger(quantity)) continue
    const index = given.findLastIndex((line) => line.productId === productId)
    throw invalidField(`lines/${index}/quantity`, 'The quantities of this product are too large together.')
  }
  return merged
}

async function refuseUnknown(db: Db, given: readonly CartLine[]): Promise<void> {
  const ids = given.map(({ productId }) => productId)
  const products = await findQuotedProducts(db, { skus: [], ids })
  const detail = 'There is no such product.'
  const errors = ids.flatMap((id, index) =>
    products.byId(id) ? [] : [{ pointer: `#/lines/${index}/productId`, detail }],
  )
  if (errors.length > 0) throw new AppError('invalid', detail, { errors })
}
