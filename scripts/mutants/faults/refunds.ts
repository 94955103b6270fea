import type { Fault } from '../fault.ts'

const REFUNDS = 'app/features/payments/unmatched-payments.ts'
const STATES = 'app/features/payments/refund-status.ts'
const GATEWAY = 'app/features/payments/gateway.ts'
const ATTEMPTS = 'app/features/payments/intent-attempts.ts'
const RECONCILE = 'app/features/payments/reconcile-refunds.ts'
const API = 'app/features/payments/api.ts'
const REFUNDS_TEST = 'app/features/payments/unmatched-payments.test.ts'
const ATTEMPTS_TEST = 'app/features/payments/intent-attempts.test.ts'
const RECONCILE_TEST = 'app/features/payments/reconcile-refunds.test.ts'
const RACES_TEST = 'app/features/payments/races.test.ts'
const ORDER_REFUNDS = 'app/features/orders/reserve-refund.ts'
const REFUNDABLE = 'app/features/orders/refundable.ts'
const PAYMENT_REFUNDS = 'app/features/payments/refund-order.ts'
const ORDER_REFUNDS_TEST = 'app/features/payments/refund-order.test.ts'
const REFUND_FAILURES_TEST = 'app/features/payments/refund-failures.test.ts'
const REFUND_RACES_TEST = 'app/features/payments/refund-races.test.ts'
const RESTOCK_TEST = 'app/features/orders/restock-order.test.ts'
const PAYMENTS_TEST = 'app/features/payments/payments.test.ts'

/** Refunds, the provider’s idempotency keys, and its webhooks. */
export const refunds: readonly Fault[] = [
  {
    what: 'A refund that failed is made again with the same idempotency key.',
    file: REFUNDS,
    find: 'refused === 0 ? `refund-${intent_id}` : `refund-${intent_id}-${refused}`',
    replace: '`refund-${intent_id}`',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'Each attempt at a refund has a different idempotency key, so a lost answer refunds twice.',
    file: REFUNDS,
    find: 'refused === 0 ? `refund-${intent_id}` : `refund-${intent_id}-${refused}`',
    replace: '`refund-${intent_id}-${row.attempts}`',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'Refunds that fail are tried again every five seconds.',
    file: REFUNDS,
    find: 'retryWaitMs(attempts, { firstMs: 5000, longestMs })',
    replace: '5000',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'A complete refund is read again without an end.',
    file: REFUNDS,
    find: "if (refund.status === 'succeeded') return null",
    replace: '',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'A manual refund is ignored and the shop makes another.',
    file: REFUNDS,
    find: 'if (earlier && (!hasFailed(earlier) || isNew(row, earlier)))',
    replace: 'if (earlier && amount_cents < 0)',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'A failed refund is reported more than once.',
    file: REFUNDS,
    find: 'if (!isNew(row, refund)) return',
    replace: '',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'A refund that the provider refuses repeatedly never counts as failed.',
    file: REFUNDS,
    find: "refused < MANY_ATTEMPTS ? row.status : 'failed'",
    replace: 'row.status',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'An order does not show that the refund of an unmatched payment failed.',
    file: REFUNDS,
    find: 'if (numUpdatedRows === 1n) await updateOrder(trx, row)',
    replace: '',
    tests: [REFUNDS_TEST],
  },
  {
    what: '`/readyz` does not warn about failed refunds.',
    file: REFUNDS,
    find: "where('status', 'in', ['failed', 'canceled']),",
    replace: "where('status', 'in', ['canceled']),",
    tests: [REFUNDS_TEST],
  },
  {
    what: 'A pending refund hides a failed one of the same order.',
    file: STATES,
    find: "['failed', 'canceled', 'requires_action', 'pending']",
    replace: "['pending', 'requires_action', 'canceled', 'failed']",
    tests: [REFUNDS_TEST, 'app/features/payments/refund-status.test.ts'],
  },
  {
    what: 'A cancelled refund counts as pending.',
    file: STATES,
    find: "status === 'failed' || status === 'canceled'",
    replace: "status === 'failed'",
    tests: [REFUNDS_TEST, 'app/features/payments/refund-status.test.ts'],
  },
  {
    what: 'After a refusal the next intent has the same idempotency key.',
    file: ATTEMPTS,
    find: '-${recorded + refused}`',
    replace: '-${recorded}`',
    tests: [ATTEMPTS_TEST],
  },
  {
    what: 'After a cancelled intent the next has the same idempotency key and returns the cancelled one.',
    file: ATTEMPTS,
    find: '-${recorded + refused}`',
    replace: '-${refused}`',
    tests: [RACES_TEST],
  },
  {
    what: 'A rate limit error counts as a refusal and changes the idempotency key.',
    file: GATEWAY,
    find: 'const TEMPORARY_STATUSES = [409, 429, 504]',
    replace: 'const TEMPORARY_STATUSES = [409, 504]',
    tests: [ATTEMPTS_TEST],
  },
  {
    what: 'A lost connection counts as a refusal and changes the idempotency key.',
    file: GATEWAY,
    find: 'return statusCode !== undefined && statusCode >= 400 && !TEMPORARY_STATUSES.includes(statusCode)',
    replace: 'return !TEMPORARY_STATUSES.includes(statusCode ?? 0)',
    tests: [REFUNDS_TEST, ATTEMPTS_TEST],
  },
  {
    what: 'A partial refund counts as a full refund.',
    file: GATEWAY,
    find: '>= amountCents) {',
    replace: '> 0) {',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'The intent has no owner.',
    file: GATEWAY,
    find: 'userId: terms.customerId }',
    replace: "userId: '' }",
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An older state of a refund overwrites one that another process recorded.',
    file: 'app/features/orders/record-refunds.ts',
    find: '!order || !isDeepStrictEqual(await findRefundState(trx, transactionId), before)',
    replace: '!order',
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'Refunds that are asked for do not count against what is left.',
    file: REFUNDABLE,
    find: 'total_cents - refunded_cents - refunding_cents',
    replace: 'total_cents - refunded_cents - 0 * refunding_cents',
    tests: [REFUND_RACES_TEST],
  },
  {
    what: 'A key that was used for another refund is accepted.',
    file: ORDER_REFUNDS,
    find: 'if (!isSame) throw keyReused()',
    replace: '',
    tests: [ORDER_REFUNDS_TEST],
  },
  {
    what: 'An order whose pieces went back to stock ships after its refund failed.',
    file: REFUNDABLE,
    find: '|| order.restocked_at !== null',
    replace: '',
    tests: [REFUND_FAILURES_TEST],
  },
  {
    what: 'Pieces that went back to stock ship all the same.',
    file: 'app/features/orders/left-to-ship.ts',
    find: 'quantity: quantity - restocked',
    replace: 'quantity',
    tests: [RESTOCK_TEST],
  },
  {
    what: 'Pieces of an order whose money is here go back to stock.',
    file: 'app/features/orders/restock-order.ts',
    find: 'if (!hasGone(order))',
    replace: 'if (false)',
    tests: [RESTOCK_TEST],
  },
  {
    what: 'A refund that the provider refused keeps its amount reserved.',
    file: ORDER_REFUNDS,
    find: 'if (isEnded) await addRefunding(trx, order_id, -amount_cents)',
    replace: '',
    tests: [REFUND_FAILURES_TEST],
  },
  {
    what: 'A refund whose answer was lost is asked for under another key.',
    file: GATEWAY,
    find: 'idempotencyKey: `order-refund-${id}`',
    replace: 'idempotencyKey: `order-refund-${id}-${Math.random()}`',
    tests: [REFUND_FAILURES_TEST],
    survives: 'What the provider has is read first; the key protects a request that is still running.',
  },
  {
    what: 'An error of the provider’s own counts as its refusal of a refund.',
    file: GATEWAY,
    find: 'if ((error.statusCode ?? 500) >= 500) return undefined',
    replace: '',
    tests: [REFUND_FAILURES_TEST],
  },
  {
    what: 'A refund that was made is asked for again.',
    file: PAYMENT_REFUNDS,
    find: "if ((await findRefund(shop.db, refund.id))?.state !== 'asked') return",
    replace: '',
    tests: [REFUND_FAILURES_TEST],
  },
  {
    what: 'Pieces of a refunded order go back to stock although they are shipped.',
    file: 'app/features/orders/put-back.ts',
    find: 'await putBack(trx, order, before.left)',
    replace: 'await putBack(trx, order, before.lines)',
    tests: [ORDER_REFUNDS_TEST, REFUND_RACES_TEST],
  },
  {
    what: 'Pieces go back to stock with the refund of a part.',
    file: 'app/features/orders/record-refunds.ts',
    find: ' && after.refundedCents >= before.totalCents',
    replace: '',
    tests: [ORDER_REFUNDS_TEST],
  },
  {
    what: 'The customer is told of a refund that is pending.',
    file: 'app/features/orders/record-refunds.ts',
    find: "state === 'succeeded' ? await mailCustomers",
    replace: "state !== 'failed' ? await mailCustomers",
    tests: [REFUND_FAILURES_TEST],
  },
  {
    what: 'Customers see the refunds with their reasons.',
    file: 'app/features/orders/order-details.ts',
    find: '...(isAdmin(reader) && (await forAdmins(shop, order))),',
    replace: '...(await forAdmins(shop, order)),',
    tests: [ORDER_REFUNDS_TEST],
  },
  {
    what: 'Only refund events after the last run are processed, without an overlap.',
    file: RECONCILE,
    find: '(followed?.until_ms ?? 0) - OVERLAP_MS',
    replace: '(followed?.until_ms ?? 0)',
    tests: [RECONCILE_TEST],
  },
  {
    what: 'A dispute that the bank lost counts as open.',
    file: RECONCILE,
    find: "if (status === 'won' ||",
    replace: 'if (',
    tests: [RECONCILE_TEST],
  },
  {
    what: 'The refund of an intent that the shop did not settle is recorded on an order.',
    file: RECONCILE,
    find: "if (settlement !== 'paid' && settlement !== 'already_paid') return",
    replace: '',
    tests: [RECONCILE_TEST],
    survives: 'No order has that transaction, so nothing is recorded.',
  },
  {
    what: 'A webhook without the provider’s signature is accepted.',
    file: API,
    find: "await gateway.stripe.webhooks.constructEventAsync(body, signature ?? '', gateway.webhookSecret)",
    replace: 'JSON.parse(body)',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'A webhook that was recorded an hour ago is accepted again.',
    file: API,
    find: "constructEventAsync(body, signature ?? '', gateway.webhookSecret)",
    replace: "constructEventAsync(body, signature ?? '', gateway.webhookSecret, 7200)",
    tests: [PAYMENTS_TEST],
  },
]
