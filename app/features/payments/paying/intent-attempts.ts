import { sql } from 'kysely'
import type Stripe from 'stripe'
import { LINK_ACTOR, type PayableOrder } from '#features/orders/orders.ts'
import type { Db } from '#kit/db/db.ts'
import { findShopId } from '../lost/shop-id.ts'
import { createIntent, type Gateway, isProviderRefusal } from '../provider/gateway.ts'
import '../tables.ts'

/**
 * Creates an intent for the order at the provider. Concurrent attempts of a payer share an idempotency key and get the same
 * intent; the customer and whoever has the payment link never do. The sum is in the key, since the lines of an unpaid order can
 * change. The next key is used once an intent was recorded, or once the provider has refused to create one; never after a
 * timeout, since the request may have been carried out.
 */
export async function createIntentFor(
  db: Db,
  gateway: Gateway,
  order: PayableOrder,
  payer: string,
): Promise<Stripe.PaymentIntent> {
  const { recorded, refused } = await attemptsOf(db, order.id)
  const own = payer === LINK_ACTOR ? `order-${order.id}-link` : `order-${order.id}`
  try {
    return await createIntent(gateway, {
      amountCents: order.totalCents,
      currency: order.currency,
      orderId: order.id,
      customerId: order.customerId,
      shopId: await findShopId(db),
      idempotencyKey: `${own}-${order.totalCents}-${recorded + refused}`,
    })
  } catch (error) {
    if (isProviderRefusal(error)) await countRefusal(db, order.id, refused)
    throw error
  }
}

async function attemptsOf(db: Db, orderId: string): Promise<{ recorded: number; refused: number }> {
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('payments')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('order_id', '=', orderId)
        .$asScalar()
        .$notNull()
        .as('recorded'),
      selectFrom('intent_attempts')
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('refused'), sql<number>`0`).as('sum'))
        .where('order_id', '=', orderId)
        .$asScalar()
        .$notNull()
        .as('refused'),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts one refusal for all attempts that shared a key. */
async function countRefusal(db: Db, orderId: string, refused: number): Promise<void> {
  await db
    .insertInto('intent_attempts')
    .values({ order_id: orderId, refused: refused + 1 })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ refused: refused + 1 })
        .where('intent_attempts.refused', '=', refused),
    )
    .execute()
}
