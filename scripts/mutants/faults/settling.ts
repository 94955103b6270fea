import type { Fault } from '../fault.ts'

const SETTLE = 'app/features/payments/settle.ts'
const PAYMENTS = 'app/features/payments/payments.ts'
const OPEN_INTENT = 'app/features/payments/open-intent.ts'
const END_INTENT = 'app/features/payments/end-intent.ts'
const CLOSE = 'app/features/payments/close-orders.ts'
const LAPSED = 'app/features/orders/lapsed-orders.ts'
const REMIND = 'app/features/orders/hold-reminders.ts'
const RECONCILE = 'app/features/payments/reconcile.ts'
const RACES_TEST = 'app/features/payments/races.test.ts'
const PAYMENTS_TEST = 'app/features/payments/payments.test.ts'
const ROUNDS_TEST = 'app/features/payments/rounds.test.ts'
const REFUNDS_TEST = 'app/features/payments/unmatched-payments.test.ts'
const ORDER_MAILS_TEST = 'app/features/orders/order-mails.test.ts'

/** Paying, settling, and the end of holds. */
export const settling: readonly Fault[] = [
  {
    what: 'A smaller amount than the total pays an order.',
    file: SETTLE,
    find: 'intent.amount_received === order.totalCents &&',
    replace: 'intent.amount_received > 0 &&',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'The same amount in another currency pays an order.',
    file: SETTLE,
    find: '    intent.currency === order.currency &&\n',
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'The payment of another customer pays an order.',
    file: SETTLE,
    find: 'intent.metadata.userId === order.customerId',
    replace: 'true',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An intent that has not succeeded is settled.',
    file: SETTLE,
    find: "if (intent.status !== 'succeeded') return 'not_paid'",
    replace: "if (intent.status === 'canceled') return 'not_paid'",
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'The payment of another shop at the same provider counts as one of this shop.',
    file: SETTLE,
    find: 'if (!orderId || !(await isOrderOfThisShop(shop, intent)))',
    replace: 'if (!orderId)',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'A payment that was settled already is refunded.',
    file: SETTLE,
    find: "  if (order?.transactionId === intent.id) return 'already_paid'\n",
    replace: '',
    tests: [PAYMENTS_TEST],
    survives:
      'The order is paid, so it is not marked again, and the order is read again afterwards: the answer is the same.',
  },
  {
    what: 'Two processes that settle one payment concurrently refund it.',
    file: SETTLE,
    find: "  if (now?.transactionId === intent.id) return 'already_paid'\n",
    replace: '',
    tests: [RACES_TEST],
  },
  {
    what: 'A refunded unmatched payment is due again when the provider reports it again.',
    file: SETTLE,
    find: "conflict.column('intent_id').doNothing()",
    replace: "conflict.column('intent_id').doUpdateSet({ status: null, next_attempt_at: now })",
    tests: [REFUNDS_TEST],
  },
  {
    what: 'An intent that the provider has cancelled stays open in the shop.',
    file: SETTLE,
    find: "if (intent.status === 'canceled') await closePayment(shop, intent.id)",
    replace: '',
    tests: [RACES_TEST],
  },
  {
    what: 'A payment with a wrong total is started.',
    file: PAYMENTS,
    find: 'if (totalToCents(request.totalPrice) !== order.totalCents) {',
    replace: 'if (totalToCents(request.totalPrice) === -1) {',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'Paying a paid order is refused with another code than `already_paid`.',
    file: OPEN_INTENT,
    find: 'if (order.paid) throw alreadyPaid()',
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'Of two unpaid orders with the same total one is chosen for payment.',
    file: PAYMENTS,
    find: '  if (other)\n',
    replace: '  if (!order)\n',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'The transaction of one order settles at the address of another.',
    file: PAYMENTS,
    find: 'if (intent.metadata.orderId !== order.id) {',
    replace: "if (intent.metadata.orderId === '') {",
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'A settlement that names another order in its body is accepted.',
    file: PAYMENTS,
    find: 'if (appointment !== orderId) {',
    replace: "if (appointment === '') {",
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'A customer who comes back after paying has to enter the card again.',
    file: OPEN_INTENT,
    find: "if (intent?.status === 'succeeded') {",
    replace: "if (intent?.status === 'requires_capture') {",
    tests: [RACES_TEST],
  },
  {
    what: 'A cancelled intent is returned for payment.',
    file: OPEN_INTENT,
    find: "status !== 'canceled' && (",
    replace: '(',
    tests: [RACES_TEST],
  },
  {
    what: 'An order that is being paid is cancelled.',
    file: END_INTENT,
    find: "if (intent && intent.status !== 'canceled') return 'being paid'",
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'Cancelling an order that was just paid does not settle it.',
    file: END_INTENT,
    find: '    await settleRetrieved(shop, intent, PROVIDER_ACTOR)\n',
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An order is cancelled although its payment was started concurrently.',
    file: CLOSE,
    find: "    if (open) return 'being paid'\n",
    replace: '',
    tests: [RACES_TEST],
  },
  {
    what: 'A hold ends a minute early.',
    file: LAPSED,
    find: "where('hold_until', '<=', now)",
    replace: "where('hold_until', '<=', now + 60_000)",
    tests: ['app/features/orders/order-lifecycle.test.ts'],
  },
  {
    what: 'A hold that cannot be ended is tried again in every run.',
    file: LAPSED,
    find: "where('lapse_retry_at', '<=', now)",
    replace: "where('lapse_retry_at', '>', 0)",
    tests: [ROUNDS_TEST],
  },
  {
    what: 'Paid orders are selected as if their hold had ended.',
    file: LAPSED,
    find: "    .where('paid_at', 'is', null)\n",
    replace: '',
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'On PostgreSQL two processes end the same holds.',
    file: LAPSED,
    find: 'query.forUpdate().skipLocked()',
    replace: 'query',
    tests: ['app/features/orders/order-states.test.ts'],
    project: 'postgres',
  },
  {
    what: 'The reminder is sent when a third of the hold is left.',
    file: REMIND,
    find: 'PARTS = 6',
    replace: 'PARTS = 3',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'The reminder is sent in every run.',
    file: REMIND,
    find: '.set({ reminded_at: now })',
    replace: '.set({ reminded_at: null })',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'Reminders are sent for holds that have ended.',
    file: REMIND,
    find: "    .where('hold_until', '>', now)\n",
    replace: '',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'A payment that its customer opens again is checked as rarely as an abandoned one.',
    file: RECONCILE,
    find: 'asked_at: now, next_check_at: now + FIRST_CHECK_AFTER_MS }',
    replace: 'asked_at: now }',
    tests: [ROUNDS_TEST],
  },
  {
    what: 'An unreported payment is checked after an hour at the earliest.',
    file: RECONCILE,
    find: 'export const FIRST_CHECK_AFTER_MS = 60_000',
    replace: 'export const FIRST_CHECK_AFTER_MS = 3_600_000',
    tests: [PAYMENTS_TEST],
  },
]
