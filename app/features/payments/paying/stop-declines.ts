import { ordersPlacedOrEntered } from '#features/orders/orders.ts'
import { forEachRow } from '#kit/jobs.ts'
import type { Shop } from '#kit/shop.ts'
import { type Block, countDeclines, findBlock, type Tried } from '../declines/declines.ts'
import { type Gateway, PROVIDER_CALLS_AT_ONCE } from '../provider/gateway.ts'
import { endIntent } from './end-intent.ts'
import '../tables.ts'

/** So many are ended at once; the next declined card ends more. */
const MOST_ENDED = 500

/**
 * Counts the declined cards of an intent. If its order, its account or its network address takes no card for now, all open
 * intents of that are cancelled: whoever has their secrets could go on at the provider, which asks the shop nothing.
 */
export async function stopAfterDeclines(shop: Shop, gateway: Gateway, intentId: string): Promise<void> {
  const tried = await countDeclines(shop, gateway, intentId)
  const block = tried && (await findBlock(shop, shop.db, tried))
  if (!tried || !block) return
  await forEachRow(
    await findOpenIntents(shop, tried, block),
    {
      log: shop.log,
      name: 'stop after declined cards',
      atOnce: PROVIDER_CALLS_AT_ONCE,
      idsOf: (intent) => intent,
    },
    async (intent) => {
      await endIntent(shop, gateway, intent)
    },
  )
}

/** The open intents of what takes no card. */
function findOpenIntents(
  { db }: Shop,
  { orderId, customerId, isEntered, from }: Tried,
  { by }: Block,
): Promise<{ orderId: string; intentId: string }[]> {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.order_id as orderId', 'intent_id as intentId'])
    .where('payments.state', '=', 'open')
    .where(({ eb, or }) =>
      or([
        ...(by.has('order') ? [eb('payments.order_id', '=', orderId)] : []),
        ...(by.has('account') ? [ordersPlacedOrEntered(customerId, isEntered)] : []),
        ...(by.has('address') ? [eb('payments.asked_from', '=', from)] : []),
      ]),
    )
    .limit(MOST_ENDED)
    .execute()
}
