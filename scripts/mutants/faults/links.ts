import type { Fault } from '../fault.ts'

const LINKED = 'app/features/payments/linked-orders.ts'
const TOKEN = 'app/features/payments/payment-link-token.ts'
const SETTLE = 'app/features/payments/settle.ts'
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
]
