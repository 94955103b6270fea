import type { Fault } from '../fault.ts'

const PLACE = 'app/features/orders/place-order.ts'
const NEW_ORDER = 'app/features/orders/new-order.ts'
const WRITE = 'app/features/orders/write-orders.ts'
const UNPAID = 'app/features/orders/unpaid-limit.ts'
const GROUP = 'app/kit/db/group-commit.ts'
const ORDERS_TEST = 'app/features/orders/orders.test.ts'
const WRITE_TEST = 'app/features/orders/write-orders.test.ts'
const UNPAID_TEST = 'app/features/orders/unpaid-limit.test.ts'
const GROUP_TEST = 'app/kit/db/group-commit.test.ts'
const TERMS_TEST = 'app/features/orders/order-terms.test.ts'

/** Placing an order: its terms, its idempotency key, how many may be unpaid, and writing several together. */
export const placing: readonly Fault[] = [
  {
    what: 'An order of exactly the smallest quantity is refused.',
    file: PLACE,
    find: 'if (input.quantity < MINIMUM_ORDER_PIECES)',
    replace: 'if (input.quantity <= MINIMUM_ORDER_PIECES)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'An order of one piece less than the smallest quantity is placed.',
    file: PLACE,
    find: 'if (input.quantity < MINIMUM_ORDER_PIECES)',
    replace: 'if (input.quantity < MINIMUM_ORDER_PIECES - 1)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'An order in the name of another address is placed.',
    file: PLACE,
    find: 'if (input.email !== undefined && input.email.trim()',
    replace: "if (input.email === '' && input.email.trim()",
    tests: [ORDERS_TEST],
  },
  {
    what: 'An order is refused when its address has capitals.',
    file: PLACE,
    find: 'input.email.trim().toLowerCase()',
    replace: 'input.email.trim()',
    tests: [ORDERS_TEST],
  },
  {
    what: 'The idempotency key of one customer gives another the first one’s order.',
    file: PLACE,
    find: "    .where('user_id', '=', customer.id)\n    .where('idempotency_key'",
    replace: "    .where('idempotency_key'",
    tests: [ORDERS_TEST],
  },
  {
    what: 'Another order under a used idempotency key is answered with the first.',
    file: PLACE,
    find: 'if (earlier.idempotency_hash !== attempt.hash)',
    replace: 'if (earlier.idempotency_hash === null)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'The idempotency key of a cancelled order fails on the server.',
    file: PLACE,
    find: 'if (earlier.cancelled_at !== null)',
    replace: 'if (earlier.cancelled_at === -1)',
    tests: [TERMS_TEST],
  },
  {
    what: 'An idempotency key of any length is taken.',
    file: PLACE,
    find: 'if (key.length < 1 || key.length > 255)',
    replace: 'if (key.length < 1)',
    tests: [TERMS_TEST],
  },
  {
    what: 'Of two requests with one key at the same moment the second is refused.',
    file: PLACE,
    find: "if (written === 'key used') return placeOrder(customer, input, idempotencyKey)",
    replace: "if (written === 'key used') throw new AppError('conflict', 'The key is used.')",
    tests: [ORDERS_TEST],
  },
  {
    what: 'The order carries the name that the browser sent.',
    file: NEW_ORDER,
    find: '      name: customer.name,\n      email: customer.email,\n      phone',
    replace: '      name: input.name ?? customer.name,\n      email: customer.email,\n      phone',
    tests: [ORDERS_TEST],
  },
  {
    what: 'Pieces are held for half of the time.',
    file: NEW_ORDER,
    find: 'const holdUntil = now + holdMs',
    replace: 'const holdUntil = now + holdMs / 2',
    tests: [ORDERS_TEST],
  },
  {
    what: 'The id of the ordered product is ignored in favour of its name.',
    file: 'app/features/catalog/catalog.ts',
    find: 'const row = named.productId',
    replace: "const row = named.productId && named.product === ''",
    tests: [ORDERS_TEST],
  },
  {
    what: 'A product that is off sale can be ordered and read.',
    file: 'app/features/catalog/catalog.ts',
    find: "    .where(column, '=', value)\n    .where('archived_at', 'is', null)\n",
    replace: "    .where(column, '=', value)\n",
    tests: [ORDERS_TEST],
  },
  {
    what: 'A refused order of a group stays in the table.',
    file: WRITE,
    find: 'if (ids.length > 0)',
    replace: 'if (ids.length > 1000)',
    tests: [WRITE_TEST],
  },
  {
    what: 'Orders that are written together do not count for one another’s limit.',
    file: WRITE,
    find: 'unpaid.set(order.user_id, before + 1)',
    replace: 'unpaid.set(order.user_id, before)',
    tests: [WRITE_TEST],
  },
  {
    what: 'A customer can have one unpaid order too many.',
    file: WRITE,
    find: 'if (before >= unpaidLimit)',
    replace: 'if (before > unpaidLimit)',
    tests: [WRITE_TEST],
  },
  {
    what: 'A placed order is not mailed.',
    file: WRITE,
    find: "await mailCustomers(trx, first.order.created_at, 'placed', ...mailed)",
    replace: '',
    tests: [WRITE_TEST],
  },
  {
    what: 'Pages from memory show the stock as it was before an order.',
    file: WRITE,
    find: '  await changePublicVersion(trx)\n',
    replace: '',
    tests: [WRITE_TEST],
  },
  {
    what: 'An account that has not verified its address has the full number of unpaid orders.',
    file: UNPAID,
    find: 'return emailVerified ? config.maxUnpaidOrders : Math.min(UNVERIFIED_MAXIMUM, config.maxUnpaidOrders)',
    replace: 'return config.maxUnpaidOrders',
    tests: [UNPAID_TEST],
  },
  {
    what: 'Paid orders count as unpaid.',
    file: UNPAID,
    find: "    .where('paid_at', 'is', null)\n",
    replace: '',
    tests: [UNPAID_TEST],
  },
  {
    what: 'Cancelled orders count as unpaid.',
    file: UNPAID,
    find: "    .where('cancelled_at', 'is', null)\n",
    replace: '',
    tests: [UNPAID_TEST],
  },
  {
    what: 'An unpaid order of the first day of its hold is the last to count.',
    file: UNPAID,
    find: '- OVERDUE_MS\n',
    replace: '+ OVERDUE_MS\n',
    tests: [UNPAID_TEST],
  },
  {
    what: 'On PostgreSQL two processes count a customer’s unpaid orders at the same moment.',
    file: UNPAID,
    find: "if (kind === 'postgres') await lockCustomers(trx, customers)",
    replace: '',
    tests: [UNPAID_TEST],
    project: 'postgres',
  },
  {
    what: 'One order that the database refuses fails all that are written with it.',
    file: GROUP,
    find: 'if (isWritten || group.length === 1 ||',
    replace: 'if (isWritten || group.length >= 1 ||',
    tests: [GROUP_TEST],
  },
  {
    what: 'After a failed commit everything is written again.',
    file: GROUP,
    find: 'isWritten = true',
    replace: 'isWritten = false',
    tests: [GROUP_TEST],
  },
  {
    what: 'Everything is written again one by one while the database is unavailable.',
    file: GROUP,
    find: ' || isDatabaseUnavailable(error)) {',
    replace: ') {',
    tests: [GROUP_TEST],
  },
]
