import type { Fault } from '../fault.ts'

const STOCK = 'app/features/catalog/stock.ts'
const ORDERS = 'app/features/orders/orders.ts'
const STOCK_TEST = 'app/features/catalog/stock.test.ts'
const ORDERS_TEST = 'app/features/orders/orders.test.ts'
const PAYMENTS_TEST = 'app/features/payments/payments.test.ts'
const LIFECYCLE_TEST = 'app/features/orders/order-lifecycle.test.ts'
const RELEASE = 'app/features/orders/release-pieces.ts'
const SHIPPING = 'app/features/orders/ship-orders.ts'
const SHIPMENTS_TEST = 'app/features/orders/shipments.test.ts'
const SHIPMENT_MAILS_TEST = 'app/features/orders/shipment-mails.test.ts'
const RESTORE = 'app/features/orders/restore-shipments.ts'
const RESTOCKED_TEST = 'app/features/orders/restocked-shipments.test.ts'
const RESTORE_TEST = 'app/features/orders/restore-shipments.test.ts'
const RECONCILE_TEST = 'app/features/payments/reconcile-refunds.test.ts'
const PUBLIC_ANSWERS_TEST = 'tests/cached-answers.test.ts'

/** The stock, and an order after it is placed: shipping, cancelling, access. */
export const stock: readonly Fault[] = [
  {
    what: 'The last pieces cannot be ordered.',
    file: STOCK,
    find: 'quantity: row.quantity - row.reserved }',
    replace: 'quantity: row.quantity - row.reserved - 1 }',
    tests: [STOCK_TEST],
  },
  {
    what: 'More pieces are sold than are in stock.',
    file: STOCK,
    find: 'quantity: row.quantity - row.reserved }',
    replace: 'quantity: row.quantity }',
    tests: [STOCK_TEST],
  },
  {
    what: 'Pieces of an archived product are reserved.',
    file: STOCK,
    find: "    .where('archived_at', 'is', null)\n",
    replace: '',
    tests: [STOCK_TEST],
  },
  {
    what: 'Pieces are reserved although the price fell meanwhile.',
    file: STOCK,
    find: 'if (row?.prices !== JSON.stringify(product.prices)) return false',
    replace: 'if (!row) return false',
    tests: [STOCK_TEST],
  },
  {
    what: 'One piece is released instead of all.',
    file: STOCK,
    find: "eb('quantity', '+', line.quantity)",
    replace: "eb('quantity', '+', 1)",
    tests: [STOCK_TEST],
  },
  {
    what: 'A cancelled order does not release its pieces.',
    file: RELEASE,
    find: 'of byId)',
    replace: 'of byId.slice(1))',
    tests: [PAYMENTS_TEST],
  },
  {
    what: 'An order that is cancelled twice releases its pieces twice.',
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
    what: 'A second payment replaces the first.',
    file: ORDERS,
    find: "status: 'pending' })\n    .where('id', '=', orderId)\n    .where('paid_at', 'is', null)\n",
    replace: "status: 'pending' })\n    .where('id', '=', orderId)\n",
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'A paid order can be paid or cancelled.',
    file: ORDERS,
    find: 'return order?.paid_at === null',
    replace: 'return order !== undefined',
    tests: ['app/features/orders/order-states.test.ts'],
  },
  {
    what: 'The count of all orders includes cancelled ones.',
    file: ORDERS,
    find: "await changeRowCount(trx, 'orders', -1)",
    replace: '',
    tests: [ORDERS_TEST],
  },
  {
    what: 'Cached pages do not show the stock that a cancelled order released.',
    file: RELEASE,
    find: '  await changePublicVersion(trx)\n',
    replace: '',
    tests: [PUBLIC_ANSWERS_TEST],
  },
  {
    what: 'Two admins who change one product at once overwrite each other.',
    file: 'app/features/catalog/change-products.ts',
    find: 'if (row.revision !== revision) throw revisionChanged(await toProduct(trx, row))\n    await checkAttributes',
    replace: 'await checkAttributes',
    tests: ['app/features/catalog/change-products.test.ts'],
  },
  {
    what: 'A change of the stock replaces a concurrent one.',
    file: 'app/features/catalog/change-products.ts',
    find: ".$if(kind === 'postgres', (query) => query.forUpdate())",
    replace: '',
    tests: ['app/features/catalog/change-products.test.ts'],
    project: 'postgres',
  },
  {
    what: 'A change of a product is not in its history.',
    file: 'app/features/catalog/change-products.ts',
    find: "    await record(trx, shop, admin, id, { event: 'changed', changes })\n",
    replace: '',
    tests: ['app/features/catalog/change-products.test.ts'],
  },
  {
    what: 'Cached pages do not show a new, changed or archived product.',
    file: 'app/features/catalog/change-products.ts',
    find: '      await changePublicVersion(trx)\n',
    replace: '',
    tests: [PUBLIC_ANSWERS_TEST],
  },
  {
    what: 'Cached pages do not show a new review.',
    file: 'app/features/reviews/reviews.ts',
    find: '    await changePublicVersion(trx)\n',
    replace: '',
    tests: [PUBLIC_ANSWERS_TEST],
  },
  {
    what: 'An unpaid order is shipped.',
    file: SHIPPING,
    find: 'if (status === null)',
    replace: 'if (status === undefined)',
    tests: [ORDERS_TEST],
  },
  {
    what: 'A shipped order that is to be shipped is refused.',
    file: SHIPPING,
    find: "if (order.status === 'shipped') return UNCHANGED",
    replace: '',
    tests: [LIFECYCLE_TEST],
  },
  {
    what: 'A partly shipped order has a shipping time.',
    file: 'app/features/orders/shipment-writes.ts',
    find: 'shipped_at: isShipped ? lastAt : null',
    replace: 'shipped_at: lastAt',
    tests: [SHIPMENTS_TEST],
  },
  {
    what: 'More pieces are shipped than are left.',
    file: SHIPPING,
    find: 'quantity > (leftOf.get(position) ?? 0)',
    replace: 'quantity > (leftOf.get(position) ?? 0) + 1',
    tests: [SHIPMENTS_TEST],
  },
  {
    what: 'The mail of a shipment leaves before shipping can no longer be undone.',
    file: 'app/features/orders/order-mails.ts',
    find: 'UNDOABLE.has(kind) ? nowMs + MAIL_AFTER_MS : nowMs',
    replace: 'nowMs',
    tests: [SHIPMENT_MAILS_TEST],
  },
  {
    what: 'A shipment is taken back without a word while its mail is leaving.',
    file: 'app/kit/outbox/outbox.ts',
    find: "    .where('sent_at', 'is', null)\n    .where('claimed_at', 'is', null)\n",
    replace: "    .where('sent_at', 'is', null)\n",
    tests: [SHIPMENT_MAILS_TEST],
  },
  {
    what: 'Pieces that were shipped again meanwhile are restored too.',
    file: RESTORE,
    find: 'if (rest < 0)',
    replace: 'if (rest < -1000)',
    tests: [RESTORE_TEST],
  },
  {
    what: 'Pieces of a restocked order that are restored to their shipment stay for sale.',
    file: RESTORE,
    find: 'if (order.restocked_at !== null) await reservePieces',
    replace: 'if (order.restocked_at === null) await reservePieces',
    tests: [RESTORE_TEST],
  },
  {
    what: 'Paid pieces of a shipment that was restored go to stock when they are taken back again.',
    file: RESTORE,
    find: '    await resumeShipping(trx, order)\n',
    replace: '',
    tests: [RESTOCKED_TEST],
  },
  {
    what: 'An order that was shipped whole is partly shipped after undoing what was taken back of it.',
    file: 'app/features/orders/shipment-writes.ts',
    find: '(due_pieces ?? sumPieces(lines))',
    replace: 'sumPieces(lines)',
    tests: [RESTOCKED_TEST],
  },
  {
    what: 'A customer is told that an order is not shipped although that was undone.',
    file: RESTORE,
    find: '    await stopNotices(trx, taken)\n',
    replace: '',
    tests: [RESTORE_TEST],
  },
  {
    what: 'The last day of a filter is left out.',
    file: 'app/features/orders/list-orders.ts',
    find: 'Date.parse(to) + DAY_MS',
    replace: 'Date.parse(to)',
    tests: ['app/features/orders/list-orders.test.ts'],
  },
  {
    what: 'An order that was refunded in full is shipped.',
    file: 'app/features/orders/refundable.ts',
    find: 'refundableCents(order) === 0 ||',
    replace: '',
    tests: [RECONCILE_TEST],
  },
  {
    what: 'An order with a lost dispute is shipped.',
    file: 'app/features/orders/refundable.ts',
    find: "dispute === 'lost' ? 0 : ",
    replace: '',
    tests: [RECONCILE_TEST],
  },
  {
    what: 'Every customer can read every order.',
    file: 'app/features/orders/order-details.ts',
    find: 'if (!row || !mayRead) throw',
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
    what: 'Customers see the refund state of unmatched payments in their orders.',
    file: ORDERS,
    find: 'return (await withLines(db, rows)).map(toOrder)',
    replace: 'return (await withLines(db, rows)).map(toManagedOrder)',
    tests: ['app/features/payments/unmatched-payments.test.ts'],
  },
  {
    what: 'A customer’s list contains the orders of all customers.',
    file: ORDERS,
    find: "    .where('orders.user_id', '=', customerId)\n    .orderBy",
    replace: '    .orderBy',
    tests: [ORDERS_TEST],
  },
  {
    what: 'The last order of a page is also the first of the next.',
    file: 'app/features/orders/list-orders.ts',
    find: "eb(refTuple('orders.created_at', 'orders.id'), '<', ",
    replace: "eb(refTuple('orders.created_at', 'orders.id'), '<=', ",
    tests: [ORDERS_TEST],
  },
  {
    what: 'Two products have names that differ only in case.',
    file: 'app/features/catalog/product-rows.ts',
    find: 'text.trim().toLowerCase()',
    replace: 'text.trim()',
    tests: ['app/features/catalog/catalog.test.ts'],
  },
]
