import type { Generated } from 'kysely'
import type { OrderRefundState } from '#features/orders/states.ts'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { RefundStatus } from './provider/refund-status.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    payments: {
      intent_id: string
      order_id: string
      amount_cents: number
      currency: string
      /** `unmatched`: the money matches no payable order and is refunded. */
      state: 'open' | 'succeeded' | 'cancelled' | 'unmatched'
      created_at: number
      /** When its payer last requested it, to pay. */
      asked_at: Generated<number>
      /** 1 when its payer has the order's payment link, 0 when its payer is the customer. */
      asked_by_link: Generated<0 | 1>
      /** The network address of its payer who asked last: see `hashedCaller`. Null where it is not known. */
      asked_from: Generated<string | null>
      /** While it is open: when to read it from the provider next. */
      next_check_at: Generated<number>
    }
    /** An order has one link at most; when it can be used depends on the order. */
    payment_links: {
      order_id: string
      /** See `hashToken`: the token itself is stored nowhere. */
      token_hash: string
      created_at: number
      /** Of the token of the receipt; null until whoever has the link is shown that the order is paid. */
      receipt_hash: Generated<string | null>
    }
    intent_attempts: {
      order_id: string
      /** How many attempts to create an intent for the order the provider has refused. */
      refused: number
    }
    declined_cards: {
      charge_id: string
      order_id: string
      /** The customer of the order. */
      user_id: Generated<string>
      /** As in `payments`. */
      asked_from: Generated<string | null>
      counted_at: number
    }
    payment_pauses: {
      order_id: string
      /** Until then the order takes no card: too many were declined. */
      paused_until: number
    }
    unmatched_refunds: {
      intent_id: string
      amount_cents: number
      created_at: number
      attempts: number
      /** When to try (again); null once the refund has succeeded. */
      next_attempt_at: number | null
      refund_id: string | null
      /** The order that the intent names. */
      order_id: string | null
      /** The refund's status when it was last read; null before there is a refund. */
      status: RefundStatus | null
      /** How many attempts the provider or a bank has refused. */
      refused: Generated<number>
    }
    /** The refunds of paid orders that admins made. Those in the provider's dashboard are in `refunded_cents` only. */
    order_refunds: {
      id: string
      order_id: string
      amount_cents: number
      reason: string
      /** 1 when pieces that are not shipped go back to stock: those of its lines, or all once everything is refunded. */
      restock: 0 | 1
      /** What is refunded, as JSON: see `RefundedLine`. Null for an amount alone, and for the delivery alone. */
      lines: Generated<string | null>
      /** What of it is for the delivery; null when it is not refunded. */
      delivery_cents: Generated<number | null>
      /** Of an amount for returned pieces: these and the delivery, as JSON, which are not left to refund. See `readGoneParts`. */
      settles: Generated<string | null>
      /** What the customer reads about it. */
      message: Generated<string | null>
      /** The event of the order that it was made; null until then. */
      event_id: Generated<string | null>
      state: OrderRefundState
      /** The provider's id of the refund; null until it is known. */
      refund_id: string | null
      /** Why it failed, in the provider's words. */
      failure: string | null
      /** The admin, whose `idempotency_key` names this refund. */
      actor_id: string
      actor_email: string
      idempotency_key: string
      created_at: number
      attempts: Generated<number>
      /** When to ask the provider about it; null when its outcome is known. */
      next_check_at: number | null
      /** The entry of the outbox that tells the customer; null until it has succeeded. */
      mail_id: string | null
    }
    /** Money that was received for an order on account, as the staff recorded it. Those that were taken back stay. */
    order_receipts: {
      id: string
      order_id: string
      amount_cents: number
      /** A day, or a moment as ISO 8601 has it. */
      received_at: string
      reference: string
      /** Of the staff, whose `idempotency_key` names this receipt. */
      actor_id: string
      actor_email: string
      idempotency_key: string
      idempotency_hash: string
      created_at: number
      /** When it was found to be a mistake. */
      taken_back_at: number | null
    }
    /** The reminders of invoices that were sent: how many days after the day on which they are to be paid. */
    account_reminders: { order_id: string; day: number }
    /** The only row: the id by which the shop knows its own intents at the provider, also after a restore. */
    payment_shop: {
      id: 1
      shop_id: string
    }
    /** Payments of orders that the database has not, by intents of this shop: a restore lost them. An admin decides. */
    lost_order_payments: {
      intent_id: string
      order_id: string
      amount_cents: number
      paid_at: number
      /** Null until an admin has decided. */
      decision: 'refund' | 'keep' | null
    }
    followed_events: {
      provider: string
      /** Events before this time were processed. */
      until_ms: number
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  declined_cards: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'counted for an hour; they go with the orders of the account',
  },
  order_refunds: {
    columns: ['actor_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'of admins',
  },
  order_receipts: {
    columns: ['actor_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'of the staff',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`payments` (300), `order_refunds` (620), `unmatched_refunds`, `lost_order_payments`':
    'for good: the accounts of the shop. An intent of any age can still be paid or refunded, unless it was cancelled, as those of cancelled orders are, which go with their order',
  '`order_receipts` (420), `account_reminders`': 'with the order: the accounts of the shop',
  '`payment_shop`': "one row for good: the shop's own id, which its payments bear at the provider",
  '`payment_links`':
    '90 days after the order was paid or cancelled, as long as its receipt can be read: `delete old payment links`',
  '`declined_cards`, `payment_pauses`, `intent_attempts`':
    'a day after the order was paid or cancelled: `delete old tries to pay`',
  '`followed_events`': 'a few rows that are updated',
}
