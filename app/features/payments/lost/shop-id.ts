import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { Db } from '#kit/db/db.ts'
import '../tables.ts'

/** The id of this shop in the metadata of its intents. A backup has it, so that a restored shop has the same. */
export async function findShopId(db: Db): Promise<string> {
  const { shop_id } = await db.selectFrom('payment_shop').select('shop_id').executeTakeFirstOrThrow()
  return shop_id
}

/** Gives a shop whose database began as a copy an id of its own, before it has intents. */
export const giveShopId = (db: Db): Promise<unknown> =>
  db
    .updateTable('payment_shop')
    .set({ shop_id: randomBytes(16).toString('hex') })
    .execute()

/** Whether another shop of the same account at the provider made the intent. One from before shops had ids says none. */
export async function isOfOtherShop(db: Db, { metadata }: Stripe.PaymentIntent): Promise<boolean> {
  return metadata.shopId !== undefined && metadata.shopId !== (await findShopId(db))
}
