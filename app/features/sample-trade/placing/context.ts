import type { Gateway } from '#features/payments/payments.ts'
import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'

/** The sandbox of payments, as the sample trade needs it. */
export interface SamplePayments {
  /** At the clock of this shop, in its transaction. */
  gatewayAt(shop: Shop): Gateway
  /** Nobody is told of the events of an intent. */
  endEvents(trx: Db, intentId: string): Promise<void>
  /** Deletes intents with all that belongs to them; resolves to those that there were. */
  forget(trx: Db, intentIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** The shop, and its sandbox of payments. */
export interface SampleContext {
  readonly shop: Shop
  readonly payments: SamplePayments
}
