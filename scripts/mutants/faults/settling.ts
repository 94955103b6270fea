import type { Fault } from '../fault.ts'

const SETTLE = 'app/features/payments/settle.ts'
const PAYMENTS = 'app/features/payments/payments.ts'
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
    what: 'The same number in another currency pays an order.',
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
    what: 'The payment of another shop at the same provider is taken for one of this shop.',
    file: SETTLE,
    find: 'if (!orderId || !(await isOurs(shop, intent)))',
    replace: 'if (!orderId)',
    tests: [REFUNDS_TEST],
  },
  {
    what: 'A payment that was settled already is paid back.',
    file: SETTLE,
    find: "  if (order?.transactionId === intent.id) return 'already_paid'\n",
    replace: '',
    tests: [PAYMENTS_TEST],
    survives:
      'The order is paid, so it is not marked again, and is read once more afterwards: the answer is the same, a moment later.',
  },
  {
    what: 'Two processes that settle one payment at the same moment pay it back.',
    file: SETTLE,
    find: "  if (now?.transactionId === intent.id) return 'already_paid'\n",
    replace: '',
    tests: [RACES_TEST],
  },
  {
    what: 'Unmatched money that was paid back is due again when the provider tells of it again.',
    file: SETTLE,
    find: "conflict.column('intent_id').doNothing()",
    replace: "conflict.column('intent_id').doUpdateSet({ status: null, next_attempt_at: now })",
    tests: [REFUNDS_TEST],
  },
  {
    what: 'An intent that the provider has cancelled stays the open one.',
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
    what: 'Paying a paid order is refused as a conflict instead of as paid already.',
    file: PAYMENTS,
    find: 'if (order.paid) throw alreadyPaid()',
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'Of two unpaid orders with the same total one is paid without asking which.',
    file: PAYMENTS,
    find: '  if (other)\n',
    replace: '  if (!order)\n',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'The transaction of one order is settled by the address of another.',
    file: PAYMENTS,
    find: 'if (intent.metadata.orderId !== orderId) {',
    replace: "if (intent.metadata.orderId === '') {",
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'The appointment of a confirmation may be any text.',
    file: PAYMENTS,
    find: 'if (appointment !== orderId) {',
    replace: "if (appointment === '') {",
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'Whoever comes back after paying is asked for the card again.',
    file: PAYMENTS,
    find: "if (intent?.status === 'succeeded') {",
    replace: "if (intent?.status === 'requires_capture') {",
    tests: [RACES_TEST],
  },
  {
    what: 'An intent that the provider has cancelled is handed out again.',
    file: PAYMENTS,
    find: "if (intent && intent.status !== 'canceled') {",
    replace: 'if (intent) {',
    tests: [RACES_TEST],
  },
  {
    what: 'An order that is being paid is cancelled.',
    file: CLOSE,
    find: "if (intent && intent.status !== 'canceled') return 'being paid'",
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'Cancelling an order that was just paid does not settle it.',
    file: CLOSE,
    find: '      await settleRetrieved(shop, intent, PROVIDER_ACTOR)\n',
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An order is cancelled although its payment was started at the same moment.',
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
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'A hold that cannot be ended is tried again at every round.',
    file: LAPSED,
    find: "where('lapse_retry_at', '<=', now)",
    replace: "where('lapse_retry_at', '>', 0)",
    tests: [ROUNDS_TEST],
  },
  {
    what: 'Paid orders are looked at as if their hold were over.',
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
    what: 'The reminder comes when a third of the hold is left.',
    file: REMIND,
    find: ' = 1 / 6',
    replace: ' = 1 / 3',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'The reminder is mailed at every round.',
    file: REMIND,
    find: '.set({ reminded_at: now })',
    replace: '.set({ reminded_at: null })',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'Customers are reminded of a hold that is over.',
    file: REMIND,
    find: "          .where('hold_until', '>', now)\n",
    replace: '',
    tests: [ORDER_MAILS_TEST],
  },
  {
    what: 'A customer who comes back to an old payment waits for its settlement as long as for an abandoned one.',
    file: RECONCILE,
    find: '.set({ asked_at: now, next_check_at: now + FIRST_CHECK_AFTER_MS })',
    replace: '.set({ asked_at: now })',
    tests: [ROUNDS_TEST],
  },
  {
    what: 'A payment that nobody told of is asked about after an hour at the earliest.',
    file: RECONCILE,
    find: 'export const FIRST_CHECK_AFTER_MS = 60_000',
    replace: 'export const FIRST_CHECK_AFTER_MS = 3_600_000',
    tests: [PAYMENTS_TEST],
  },
]
