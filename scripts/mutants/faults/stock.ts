import type { Fault } from '../fault.ts'

const STOCK = 'app/features/catalog/stock.ts'
const ORDERS = 'app/features/orders/orders.ts'
const STOCK_TEST = 'app/features/catalog/stock.test.ts'
const ORDERS_TEST = 'app/features/orders/orders.test.ts'
const PAYMENTS_TEST = 'app/features/payments/payments.test.ts'
const RECONCILE_TEST = 'app/features/payments/reconcile-refunds.test.ts'
const PUBLIC_ANSWERS_TEST = 'tests/cached-answers.test.ts'

/** The stock, and what happens to an order after it is placed: shipping, cancelling, who sees it. */
export const stock: readonly Fault[] = [
  {
    what: 'The last pieces cannot be ordered.',
    file: STOCK,
    find: "'>=',",
    replace: "'>',",
    tests: [STOCK_TEST],
  },
  {
    what: 'More pieces are sold than there are.',
    file: STOCK,
    find: "'>=',",
    replace: "'<=',",
    tests: [STOCK_TEST],
  },
  {
    what: 'Pieces of a product that is off sale are taken.',
    file: STOCK,
    find: "    .where('archived_at', 'is', null)\n",
    replace: '',
    tests: [STOCK_TEST],
  },
  {
    what: 'Pieces are taken although the price fell meanwhile.',
    file: STOCK,
    find: "'price_e4', '=',",
    replace: "'price_e4', '<=',",
    tests: [STOCK_TEST],
  },
  {
    what: 'One piece is given back instead of all.',
    file: STOCK,
    find: 'quantity + ${line.quantity}',
    replace: 'quantity + 1',
    tests: [STOCK_TEST],
  },
  {
    what: 'A cancelled order keeps its pieces.',
    file: ORDERS,
    find: 'for (const line of lines)',
    replace: 'for (const line of lines.slice(1))',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An order that is cancelled twice gives its pieces back twice.',
    file: ORDERS,
    find: ".set({ cancelled_at: at })\n    .where('id', '=', orderId)\n    .where('paid_at', 'is', null)\n    .where('cancelled_at', 'is', null)",
    replace: ".set({ cancelled_at: at })\n    .where('id', '=', orderId)\n    .where('paid_at', 'is', null)",
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'An order that was paid meanwhile is cancelled.',
    file: ORDERS,
    find: ".set({ cancelled_at: at })\n    .where('id', '=', orderId)\n    .where('paid_at', 'is', null)\n",
    replace: ".set({ cancelled_at: at })\n    .where('id', '=', orderId)\n",
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'An order that was cancelled meanwhile is marked as paid.',
    file: ORDERS,
    find: "status: 'pending' })\n    .where('id', '=', orderId)\n    .where('paid_at', 'is', null)\n    .where('cancelled_at', 'is', null)",
    replace: "status: 'pending' })\n    .where('id', '=', orderId)\n    .where('paid_at', 'is', null)",
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'A second payment takes the place of the first.',
    file: ORDERS,
    find: "status: 'pending' })\n    .where('id', '=', orderId)\n    .where('paid_at', 'is', null)\n",
    replace: "status: 'pending' })\n    .where('id', '=', orderId)\n",
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'A paid order counts as unpaid for who wants to pay or cancel it.',
    file: ORDERS,
    find: 'return order?.paid_at === null',
    replace: 'return order !== undefined',
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'The number of all orders still has those that were cancelled.',
    file: ORDERS,
    find: "await changeRowCount(trx, 'orders', -1)",
    replace: '',
    tests: [ORDERS_TEST],
  },
  {
    what: 'Pages from memory do not show the pieces that a cancelled order gave back.',
    file: ORDERS,
    find: '  await changePublicVersion(trx)\n',
    replace: '',
    tests: [PUBLIC_ANSWERS_TEST],
  },
  {
    what: 'Pages from memory go on showing a product that is off sale.',
    file: 'app/features/catalog/catalog.ts',
    find: 'throw unknownProduct()\n    await changePublicVersion(trx)',
    replace: 'throw unknownProduct()',
    tests: [PUBLIC_ANSWERS_TEST],
  },
  {
    what: 'Pages from memory do not show a new product.',
    file: 'app/features/catalog/catalog.ts',
    find: '      await changePublicVersion(trx)\n',
    replace: '',
    tests: [PUBLIC_ANSWERS_TEST],
  },
  {
    what: 'Pages from memory do not show a new review.',
    file: 'app/features/reviews/reviews.ts',
    find: '    await changePublicVersion(trx)\n',
    replace: '',
    tests: [PUBLIC_ANSWERS_TEST],
  },
  {
    what: 'An unpaid order is shipped.',
    file: ORDERS,
    find: 'if (order.status === null)',
    replace: 'if (order.status === undefined)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'Shipping an order twice is mailed and told twice.',
    file: ORDERS,
    find: 'if (order.status === status) return 0',
    replace: '',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An order that is pending again keeps the time at which it was shipped.',
    file: ORDERS,
    find: "shipped_at: status === 'shipped' ? now : null",
    replace: 'shipped_at: now',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An order that was refunded in full is shipped.',
    file: ORDERS,
    find: 'order.refunded_cents >= order.total_cents',
    replace: 'order.refunded_cents > order.total_cents',
    tests: [RECONCILE_TEST],
  },
  {
    what: 'An order whose dispute was lost is shipped.',
    file: ORDERS,
    find: " || order.dispute === 'lost'",
    replace: '',
    tests: [RECONCILE_TEST],
  },
  {
    what: 'Every customer can read every order.',
    file: ORDERS,
    find: 'if (row?.user_id !== reader.id) throw',
    replace: 'if (!row) throw',
    tests: [ORDERS_TEST],
  },
  {
    what: 'Every customer can pay and cancel every order.',
    file: ORDERS,
    find: 'if (!order || order.customerId !== customerId) throw',
    replace: 'if (!order) throw',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'Customers see how the refund of unmatched money stands in the list of their orders.',
    file: ORDERS,
    find: 'return rows.map(toOrder)',
    replace: 'return rows.map(toManagedOrder)',
    tests: ['app/features/payments/unmatched-payments.test.ts'],
  },
  {
    what: 'A customer’s list holds the orders of everyone.',
    file: ORDERS,
    find: "    .where('orders.user_id', '=', customerId)\n    .orderBy",
    replace: '    .orderBy',
    tests: [ORDERS_TEST],
  },
  {
    what: 'The last order of a page is the first of the next, too.',
    file: ORDERS,
    find: "eb(refTuple('orders.created_at', 'orders.id'), '<', tuple(createdAt, id))",
    replace: "eb(refTuple('orders.created_at', 'orders.id'), '<=', tuple(createdAt, id))",
    tests: [ORDERS_TEST],
  },
  {
    what: 'Two products have names that differ in case alone.',
    file: 'app/features/catalog/product-rows.ts',
    find: 'text.trim().toLowerCase()',
    replace: 'text.trim()',
    tests: ['app/features/catalog/catalog.test.ts'],
  },
]
