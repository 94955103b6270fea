import type { FirstReset } from '#features/accounts/accounts.ts'
import { emptyCart } from '#features/cart/cart.ts'
import { deleteAddressesOf } from '#features/delivery/delivery.ts'
import { deleteAvatarOf } from '#features/images/images.ts'
import { deleteMessagesOf } from '#features/order-messages/order-messages.ts'
import { countEnteredOrders, markPlantedOrders } from '#features/orders/orders.ts'
import { cancelUnprovenOrders, endPaymentLinksOf, type Gateway } from '#features/payments/payments.ts'
import { deleteSavedListsOf } from '#features/saved-lists/saved-lists.ts'
import { forEachRow, type Job } from '#kit/jobs.ts'
import { reportRefusal } from '#kit/log/report-failure.ts'
import { addToOutbox, claim, type Entry, findDue, markSent, recordFailure } from '#kit/outbox/outbox.ts'
import type { Shop } from '#kit/shop.ts'

const KIND = 'unproven orders'
const JOB = 'cancel unproven orders'
const BATCH = 20

/** Orders whose call ran during the reset are committed by then. */
const AGAIN_MS = 60_000

interface Unproven {
  readonly userId: string
  readonly until: number
}

/**
 * Clears what was stored for an account before a reset verified its address: at once its cart, its own payment links, its
 * addresses, lists, picture and messages, and marks its orders as planted; what admins entered for it stays as it is, with their links, and
 * is the account's from now on. Then its unpaid orders, whose payment intents are cancelled first. Those are a message of the
 * outbox, so that they are cancelled also when the process ends.
 */
export function createFirstReset(shop: Shop, gateway: Gateway): FirstReset & { readonly job: Job } {
  const cancelDue = async (): Promise<void> => {
    const due = await findDue<Unproven>(shop, KIND, BATCH)
    await forEachRow(
      due,
      { log: shop.log, name: JOB, atOnce: 1, idsOf: ({ about }) => ({ userId: about ?? undefined }) },
      (entry) => cancelOrdersOf(shop, gateway, entry),
    )
  }
  return {
    clear: async (trx, userId) => {
      await emptyCart(trx, userId)
      await endPaymentLinksOf(trx, userId)
      await countEnteredOrders(trx, userId)
      await deleteAddressesOf(trx, userId)
      await deleteAvatarOf(trx, userId)
      await deleteSavedListsOf(trx, userId)
      await deleteMessagesOf(trx, userId)
      const now = shop.now()
      await markPlantedOrders(trx, userId, now)
      const entry = { payload: { userId, until: now } satisfies Unproven, about: userId }
      await addToOutbox(trx, now, KIND, [entry, { ...entry, notBefore: now + AGAIN_MS }])
    },
    finish: () =>
      cancelDue().catch((err: unknown) => {
        if (!reportRefusal(shop.log, err))
          shop.log.warn({ err }, 'the orders of an account could not be cancelled yet')
      }),
    job: { name: JOB, everyMs: 2000, run: cancelDue },
  }
}

async function cancelOrdersOf(shop: Shop, gateway: Gateway, entry: Entry<Unproven>): Promise<void> {
  if (!(await claim(shop, entry))) return
  try {
    await markPlantedOrders(shop.db, entry.payload.userId, entry.payload.until)
    await cancelUnprovenOrders(shop, gateway, entry.payload)
    await markSent(shop, entry)
  } catch (error) {
    await recordFailure(shop, entry, error, () => {})
    throw error
  }
}
