import type { Fault } from '../fault.ts'

const PLACE = 'app/features/orders/place-order.ts'
const NEW_ORDER = 'app/features/orders/new-order.ts'
const WRITE = 'app/features/orders/write-orders.ts'
const UNPAID = 'app/features/orders/unpaid-limit.ts'
const GROUP = 'app/kit/db/group-commit.ts'
const ORDERS_TEST = 'app/features/orders/orders.test.ts'
const WRITE_TEST = 'app/features/orders/write-orders.test.ts'
const UNPAID_TEST = 'app/features/orders/unpaid-limit.test.ts'
const HELD_TEST = 'app/features/orders/held-limit.test.ts'
const GROUP_TEST = 'app/kit/db/group-commit.test.ts'
const TERMS_TEST = 'app/features/orders/order-terms.test.ts'

const QUANTITY_TERMS = 'app/features/catalog/quantity-terms.ts'
const LINES_TEST = 'app/features/orders/order-lines.test.ts'

/** Placing an order: its rules, its idempotency key, the limit of unpaid orders, and grouped commits. */
export const placing: readonly Fault[] = [
  {
    what: 'An order of exactly the minimum is refused.',
    file: QUANTITY_TERMS,
    find: 'if (quantity < product.minimum)',
    replace: 'if (quantity <= product.minimum)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'What a commit causes happens for a try that was rolled back too.',
    file: 'app/kit/db/after-commit.ts',
    find: 'callbacks = []\n          pending',
    replace: 'pending',
    tests: ['app/kit/db/repeat-on-conflict.test.ts'],
  },
  {
    what: 'A deadlock reaches the caller.',
    file: 'app/kit/db/repeat-on-conflict.ts',
    find: '!isConflict(error)',
    replace: 'isConflict(error)',
    tests: ['app/kit/db/repeat-on-conflict.test.ts'],
  },
  {
    what: 'An order of one piece less than the minimum is placed.',
    file: QUANTITY_TERMS,
    find: 'if (quantity < product.minimum)',
    replace: 'if (quantity < product.minimum - 1)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'A quantity between the steps of a product is ordered.',
    file: QUANTITY_TERMS,
    find: "if (quantity % product.step !== 0) return 'off_step'",
    replace: '',
    tests: [LINES_TEST],
  },
  {
    what: 'Only the first refused line of an order is named.',
    file: 'app/features/orders/place-order.ts',
    find: 'throw linesRefusal(problems, ',
    replace: 'throw linesRefusal(problems.slice(0, 1), ',
    tests: [LINES_TEST],
  },
  {
    what: 'An order can have the same product twice.',
    file: 'app/features/orders/schema.ts',
    find: 'if (first.has(productId))',
    replace: "if (first.has(productId) && productId === '')",
    tests: [LINES_TEST],
  },
  {
    what: 'Cancelling returns only the pieces of the first line.',
    file: 'app/features/orders/release-pieces.ts',
    find: 'of byId)',
    replace: 'of byId.slice(0, 1))',
    tests: [LINES_TEST],
  },
  {
    what: 'An order for another user’s address is placed.',
    file: PLACE,
    find: 'if (input.email !== undefined && input.email.trim()',
    replace: "if (input.email === '' && input.email.trim()",
    tests: [ORDERS_TEST],
  },
  {
    what: 'An order is refused when its e-mail address has capital letters.',
    file: PLACE,
    find: 'input.email.trim().toLowerCase()',
    replace: 'input.email.trim()',
    tests: [ORDERS_TEST],
  },
  {
    what: 'The idempotency key of one customer returns that order to another customer.',
    file: PLACE,
    find: "    .where('user_id', '=', customer.id)\n    .where('idempotency_key'",
    replace: "    .where('idempotency_key'",
    tests: [ORDERS_TEST],
  },
  {
    what: 'A different order with a used idempotency key returns the first order.',
    file: PLACE,
    find: 'if (earlier.idempotency_hash !== attempt.hash)',
    replace: 'if (earlier.idempotency_hash === null)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'The idempotency key of a cancelled order causes a server error.',
    file: PLACE,
    find: 'if (earlier.cancelled_at !== null)',
    replace: 'if (earlier.cancelled_at === -1)',
    tests: [TERMS_TEST],
  },
  {
    what: 'An idempotency key of any length is accepted.',
    file: 'app/kit/fields.ts',
    find: '  .max(255, KEY_LENGTH)\n',
    replace: '',
    tests: [TERMS_TEST],
  },
  {
    what: 'Of two concurrent requests with one key the second is refused.',
    file: PLACE,
    find: "if (written !== 'placed') return undefined",
    replace: "if (written === 'key or number used') throw new AppError('conflict', 'The key is used.')",
    tests: [ORDERS_TEST],
  },
  {
    what: 'The order has the name that the browser sent.',
    file: NEW_ORDER,
    find: '      name,\n      email,\n      phone',
    replace: '      name: input.name ?? name,\n      email,\n      phone',
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
    what: 'The id of the ordered product is ignored and its name is used.',
    file: 'app/features/catalog/catalog.ts',
    find: 'productId ? byId.get(productId) : byName',
    replace: "productId && product === '' ? byId.get(productId) : byName",
    tests: [ORDERS_TEST],
  },
  {
    what: 'An archived product can be ordered and read.',
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
    what: 'Orders in one transaction do not count for the limit of each other.',
    file: WRITE,
    find: '  orders: unpaid.orders + 1,',
    replace: '  orders: unpaid.orders,',
    tests: [WRITE_TEST],
  },
  {
    what: 'A customer can have one unpaid order too many.',
    file: WRITE,
    find: 'if (others.orders >= limits.orders)',
    replace: 'if (others.orders > limits.orders)',
    tests: [WRITE_TEST],
  },
  {
    what: 'No mail is sent for a placed order.',
    file: WRITE,
    find: "await mailCustomers(trx, first.order.created_at, 'placed', ...mailed)",
    replace: '',
    tests: [WRITE_TEST],
  },
  {
    what: 'Cached pages show the stock from before an order.',
    file: WRITE,
    find: '  await changePublicVersion(trx)\n',
    replace: '',
    tests: [WRITE_TEST],
  },
  {
    what: 'An account with an unverified address has the full limit of unpaid orders.',
    file: UNPAID,
    find: 'isVerified ? maxUnpaidOrders : Math.min(UNVERIFIED.orders, maxUnpaidOrders)',
    replace: 'maxUnpaidOrders',
    tests: [UNPAID_TEST],
  },
  {
    what: 'An account with an unverified address can hold as much as a verified one.',
    file: UNPAID,
    find: 'isVerified ? maxHeldCents : Math.min(UNVERIFIED.heldCents, maxHeldCents)',
    replace: 'maxHeldCents',
    tests: [HELD_TEST],
  },
  {
    what: 'Orders in one transaction do not count for what their customer holds.',
    file: WRITE,
    find: '  heldCents: unpaid.heldCents + totalCents,',
    replace: '  heldCents: unpaid.heldCents,',
    tests: [WRITE_TEST],
  },
  {
    what: 'An account with an unverified address holds pieces as long as a verified one.',
    file: UNPAID,
    find: 'limits?.isVerified === false ? Math.min(UNVERIFIED.holdMs, config.holdMs) : config.holdMs',
    replace: 'limits ? config.holdMs : config.holdMs',
    tests: [HELD_TEST],
  },
  {
    what: 'An order that is placed while its customer verifies the e-mail keeps the short hold.',
    file: WRITE,
    find: "  if (others.isVerified && !limits.isVerified) return 'customer changed'\n",
    replace: '',
    tests: [WRITE_TEST],
  },
  {
    what: 'An order lapses although its hold was lengthened meanwhile.',
    file: 'app/features/orders/orders.ts',
    find: "    .$if(kind === 'lapsed', (query) => query.where('hold_until', '<=', at))\n",
    replace: '',
    tests: [HELD_TEST],
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
    what: 'Unpaid orders do not count on the last day of their hold.',
    file: UNPAID,
    find: 'now() - OVERDUE_MS',
    replace: 'now() + OVERDUE_MS',
    tests: [UNPAID_TEST],
  },
  {
    what: 'On PostgreSQL two processes count a customer’s unpaid orders concurrently.',
    file: UNPAID,
    find: '  await lockCustomers(trx, kind, customers)\n',
    replace: '',
    tests: [UNPAID_TEST],
    project: 'postgres',
  },
  {
    what: 'An order that the database refuses fails all others of its group.',
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
    what: 'While the database is unavailable each order is written again separately.',
    file: GROUP,
    find: ' || isDatabaseUnavailable(error)) {',
    replace: ') {',
    tests: [GROUP_TEST],
  },
]
