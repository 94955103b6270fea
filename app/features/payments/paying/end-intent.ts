import { PROVIDER_ACTOR } from '#features/orders/orders.ts'
import type { Shop } from '#kit/shop.ts'
import { countDeclines } from '../declines/declines.ts'
import { cancelIntent, type Gateway } from '../provider/gateway.ts'
import { closePayment, settleRetrieved } from './settle.ts'

/**
 * Cancels an intent at the provider, so that no card can be tried with it. Too late: one that was paid is settled instead
 * (`paid`), one that is processing stays open (`being paid`). Its declined cards are counted: no event may come that tells of them.
 */
export async function endIntent(
  shop: Shop,
  gateway: Gateway,
  { orderId, intentId }: { orderId: string; intentId: string },
): Promise<'ended' | 'paid' | 'being paid'> {
  const intent = await cancelIntent(gateway, intentId)
  if (intent?.latest_charge) await countDeclines(shop, gateway, intentId)
  if (intent?.status === 'succeeded') {
    await settleRetrieved(shop, intent, PROVIDER_ACTOR)
    return 'paid'
  }
  if (intent && intent.status !== 'canceled') return 'being paid'
  if (!intent) shop.log.warn({ orderId, intentId }, 'the provider has no such intent: closed')
  await closePayment(shop, intentId)
  return 'ended'
}
