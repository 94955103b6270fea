import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type {
  ApprovalEventKind,
  ApprovalState,
  DisputeState,
  OrderEventKind,
  OrderProgress,
  OrderStatus,
  UnmatchedRefund,
} from './states.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    orders: {
      id: string
      /** What people quote, such as `K7QM-2XTB`: unique. */
      number: string
      user_id: string
      name: string
      email: string
      phone: string
      address: string
      /** The customer's own number of the purchase. */
      po_number: string | null
      note: string | null
      /** The text that a search reads, folded: see `order-search.ts`. */
      search_text: string
      /** What is paid: the sum of the lines, and `charges_cents`. */
      total_cents: number
      /** Delivery, and the tax that the prices do not include. */
      charges_cents: Generated<number>
      /** Where it goes, how it is delivered and which tax is due, as JSON: see `StoredTerms`. Null before orders had them. */
      terms: Generated<string | null>
      /** The day on which it was promised to ship, such as "2026-12-08"; null without a delivery. */
      ships_on: Generated<string | null>
      currency: string
      status: OrderStatus | null
      /** Of a pending order of which some pieces are shipped. */
      progress: OrderProgress | null
      transaction_id: string | null
      idempotency_key: string | null
      idempotency_hash: string | null
      created_at: number
      hold_until: number
      paid_at: number | null
      /** The day of the payment, and that on which its money last went back or came again: see `dayNumberAt`. */
      paid_day: Generated<number | null>
      money_day: Generated<number | null>
      shipped_at: number | null
      /** When the last shipment of an order that is shipped arrives: see `shipments`. */
      arrives: Generated<string | null>
      /** When the reminder of the hold's end was queued. */
      reminded_at: number | null
      /** When staff last asked the customer for the payment. */
      payment_asked_at: Generated<number | null>
      /** What the payment provider refunded since it was paid. */
      refunded_cents: Generated<number>
      /** The sum of its refunds in the state `asked`: the provider may have made them or not. */
      refunding_cents: Generated<number>
      /** When the last pieces that were not shipped went back to stock, so that nothing of it ships after that. */
      restocked_at: number | null
      /** How many pieces were shipped or left to ship at that moment; null if a process of an earlier release wrote it. */
      due_pieces: Generated<number | null>
      /** Of all its disputes together: `lost` once one is lost, else `open` while one is open. See `sumDisputes`. */
      dispute: DisputeState | null
      /** What its lost disputes took; null when that is not known: then it is all of the money. */
      disputed_cents: Generated<number | null>
      /** How many of its disputes are not decided, beside lost ones too. */
      open_disputes: Generated<number>
      /** What the bank keeps until these are decided. */
      held_cents: Generated<number>
      unmatched_refund: UnmatchedRefund | null
      /** When another process may try to end the hold, after a failed try. */
      lapse_retry_at: Generated<number | null>
      /** When the customer cancelled it or its hold lapsed; its stock is released. */
      cancelled_at: number | null
      /** The admin who entered an order that its customer did not place. */
      entered_by: Generated<string | null>
      /** 1 when it was placed before a reset proved the address of its account: whoever placed it may be another person. */
      planted: Generated<0 | 1>
      /** When its address was last changed after it was paid, or after an admin entered it. */
      address_changed_at: Generated<number | null>
      /** The company that its customer ordered for, as it was called then. */
      company_id: Generated<string | null>
      company_name: Generated<string | null>
      /** Whether somebody of the company has to approve it; null: nobody was asked. */
      approval: Generated<ApprovalState | null>
      /** By what it was decided that somebody has to, as JSON: see `ApprovalReason`. */
      approval_reason: Generated<string | null>
      /** One more with each change of its lines. */
      revision: Generated<number>
      /** Of an order on account: in how many days its invoice is to be paid, as its company had it then. See `isOwed`. */
      account_days: Generated<number | null>
      /** What was received of it, in cents: the sum of the receipts that hold. */
      received_cents: Generated<number>
      /** Until which day its invoice is to be paid; null until there is one. */
      due_on: Generated<string | null>
      /** The reference of the receipt that paid it; `transaction_id` is the receipt then. */
      paid_by: Generated<string | null>
    }
    order_lines: {
      order_id: string
      position: number
      product_id: string
      product_name: string
      sku: string
      unit_price_e4: number
      quantity: number
      /** What carriers and customs asked of the product: ten-thousandths of a gram a piece, a country, a code of the tariff. */
      weight_e4: Generated<number | null>
      origin: Generated<string | null>
      customs_code: Generated<string | null>
      /** The pieces that went back to stock after money went back: they do not ship any more. */
      restocked: Generated<number>
      /** The pieces of its refunds by line that are asked for or made, without returned ones; those of them that are not shipped do not ship. */
      refunded: Generated<number>
      /** The pieces that are sent again in place of returned ones, without being paid again. */
      replaced: Generated<number>
      /** What of its price went back. A trigger keeps it when `refunded_cents` of the order changes. */
      gone_cents: Generated<number>
      /** What the buyer calls the part, and says of the line. */
      own: Generated<string | null>
      note: Generated<string | null>
    }
    /**
     * Pieces of lines that the stock did not cover. Written only while the product is locked; an order that ends has none. See
     * `backorder-rows.ts`.
     */
    backorders: { order_id: string; position: number; product_id: string; quantity: number }
    /** When such pieces came into stock: events of the order too. */
    covered_backorders: {
      id: string
      order_id: string
      /** As JSON: the positions with their quantities. */
      lines: string
      at: number
    }
    /** What was paid of an order and what went back, by day. Triggers keep it. */
    order_money: { order_id: string; day: number; paid_cents: number; gone_cents: number }
    /** The parcels of paid orders; one that is cancelled is moved to `taken_back_shipments`, its name from before. */
    shipments: {
      id: string
      order_id: string
      at: number
      carrier: string | null
      tracking: string | null
      /** When it arrives, as JSON: the first and the last day. Null without a delivery, and before it was kept. */
      arrives: Generated<string | null>
      /** Its entry of the outbox; null if its mail left before shipments were recorded. */
      mail_id: string | null
    }
    /** The shipments that were lost on their way: their pieces are to be shipped again, from stock. */
    lost_shipments: {
      id: string
      order_id: string
      at: number
      carrier: string | null
      tracking: string | null
      arrives: Generated<string | null>
      /** As JSON: the positions with their quantities. */
      lines: string
      lost_at: number
      reason: string
    }
    /** The disputes of an order's payment, as the provider has them. */
    order_disputes: {
      /** The provider's own. */
      id: string
      order_id: string
      state: DisputeState
      amount_cents: number
      /** 1 while it is open and the bank keeps the money; 0 for an inquiry. */
      holds_money: 0 | 1
      /** The reason that the bank gives, in the provider's word. Null of one that an earlier release recorded. */
      reason: Generated<string | null>
      /** Until when it is to be answered; null when it is not, any more. */
      due_at: Generated<number | null>
      /** 1 once evidence was sent. */
      is_answered: Generated<0 | 1>
    }
    /** How many pieces of a line a shipment has. */
    shipment_lines: {
      shipment_id: string
      /** That of the line of the order. */
      position: number
      quantity: number
    }
    /** The events of orders: inserted in the transaction of the change, never updated. */
    order_events: {
      id: string
      order_id: string
      kind: OrderEventKind
      actor: string
      detail: string | null
      at: number
      /** Of a shipment that was cancelled or lost: what it had. `detail` has it where a process of an earlier release wrote it. */
      shipment_id: Generated<string | null>
      pieces: Generated<number | null>
      carrier: Generated<string | null>
      is_lost: Generated<0 | 1 | null>
    }
    /** Who asked for the approval of an order and who decided, with the note of that: events of the order too. */
    order_approvals: {
      id: string
      order_id: string
      kind: ApprovalEventKind
      actor: string
      actor_name: string
      note: string | null
      at: number
    }
    /** What phone number and address of a paid order were before the event changed them. For staff only. */
    former_contacts: {
      order_id: string
      event_id: string
      contact: string
    }
    /** The paid orders that no mail to the staff told of yet. */
    new_paid_orders: { order_id: string }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  orders: {
    columns: ['user_id', 'entered_by'],
    firstReset: 'stays',
    account: 'keeps it',
    leaving: 'stays',
    because:
      'at a first reset unpaid ones are cancelled and hidden; cancelled ones go with the account, the others are the books',
  },
  order_approvals: {
    columns: ['actor'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'the history of orders, with which it goes',
  },
  order_events: {
    columns: ['actor'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'the history of orders, with which it goes',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`orders` (1,080), `order_lines` (210), `order_events` (240)':
    'for good, cancelled orders too; those of an account that was never verified go with it: see `user`',
  '`order_approvals` (260)': 'with the order',
  '`backorders`, `covered_backorders`':
    'the first until the pieces come into stock or the order does not get them; the second with the order',
  '`order_disputes`':
    'for good: the accounts of the shop. An intent of any age can still be paid or refunded, unless it was cancelled, as those of cancelled orders are, which go with their order',
  '`shipments` (350), `shipment_lines` (120), `lost_shipments`, `former_contacts` (200)': 'for good',
  '`new_paid_orders`': 'the paid orders that the next mail to the staff tells of',
  '`order_money` (60)': 'with the order: one row for each day on which it was paid or money of it went back',
}
