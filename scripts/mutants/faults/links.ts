import type { Fault } from '../fault.ts'

const LINKED = 'app/features/payments/linked-orders.ts'
const TOKEN = 'app/features/payments/payment-link-token.ts'
const SETTLE = 'app/features/payments/settle.ts'
const OPEN_INTENT = 'app/features/payments/open-intent.ts'
const ATTEMPTS = 'app/features/payments/intent-attempts.ts'
const DECLINES = 'app/features/payments/declines.ts'
const OWN_TEST = 'app/features/payments/own-intents.test.ts'
const DECLINES_TEST = 'app/features/payments/declines.test.ts'
const LINK_TEST = 'app/features/payments/payment-link.test.ts'
const THREATS_TEST = 'app/features/payments/payment-link-threats.test.ts'

/** Payment links. */
export const links: readonly Fault[] = [
  {
    what: 'The token of a payment link is stored as it is.',
    file: TOKEN,
    find: "createHash('sha256').update(token).digest('base64url')",
    replace: "createHash('sha256') && token",
    tests: [THREATS_TEST],
  },
  {
    what: 'Wrong tokens of payment links are not counted.',
    file: LINKED,
    find: '  await countHit(shop, LINK_GUESS_LIMIT, { address })\n',
    replace: '',
    tests: [THREATS_TEST],
  },
  {
    what: 'After too many wrong tokens the right one is found.',
    file: LINKED,
    find: '  await refuseWhenUsedUp(shop, LINK_GUESS_LIMIT, { address })\n',
    replace: '',
    tests: [THREATS_TEST],
  },
  {
    what: 'A link shows a paid order for ever.',
    file: LINKED,
    find: 'paidAt + SHOWN_AFTER_PAYMENT_MS',
    replace: 'Number.POSITIVE_INFINITY',
    tests: [LINK_TEST, THREATS_TEST],
  },
  {
    what: 'A payment by a link that the provider reports first counts as the provider’s.',
    file: SETTLE,
    find: 'return row?.asked_by_link === 1',
    replace: 'return row?.asked_by_link === undefined',
    tests: [LINK_TEST],
  },
  {
    what: 'A link gets the intent of the customer, which shows the card that was tried.',
    file: OPEN_INTENT,
    find: 'if (intent && isOwn && isPayable',
    replace: 'if (intent && isPayable',
    tests: [OWN_TEST],
  },
  {
    what: 'Customer and link that start at once share an idempotency key, and so an intent.',
    file: ATTEMPTS,
    find: '`order-${order.id}-link`',
    replace: '`order-${order.id}`',
    tests: [OWN_TEST],
  },
  {
    what: 'The receipt of a refunded order does not say that the money went back.',
    file: 'app/features/payments/receipts.ts',
    find: 'transactionId, refundedAmount, dispute }\n}',
    replace: 'transactionId, dispute }\n}',
    tests: ['app/features/payments/receipts.test.ts'],
  },
  {
    what: 'An eleventh card can be tried.',
    file: DECLINES,
    find: 'const MOST_DECLINES = 10',
    replace: 'const MOST_DECLINES = 11',
    tests: [DECLINES_TEST],
  },
  {
    what: 'Declined cards are counted only when the provider reports them.',
    file: OPEN_INTENT,
    find: '  if (intent?.latest_charge) await countDeclines(shop, gateway, intent.id)\n',
    replace: '',
    tests: [DECLINES_TEST],
  },
  {
    what: 'An order that takes no card gets an intent that was being created.',
    file: OPEN_INTENT,
    find: "    if ((await pausedUntil(shop, trx, order.id)) !== undefined) return 'not now'\n",
    replace: '',
    tests: [DECLINES_TEST],
  },
]
