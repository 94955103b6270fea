import type { Fault } from '../fault.ts'

const MONEY = 'app/kit/money.ts'
const MONEY_TEST = 'app/kit/money.test.ts'
const ORDERS_TEST = 'app/features/orders/orders.test.ts'

/** The total of an order. */
export const pricing: readonly Fault[] = [
  {
    what: 'The sheet does not say that later price breaks stay.',
    file: 'app/features/catalog/price-sheet/kept-breaks.ts',
    find: 'laterBreaks(product.prices).length > 0',
    replace: 'laterBreaks(product.prices).length > 1',
    tests: ['app/features/catalog/price-sheet/kept-breaks.test.ts'],
  },
  {
    what: 'A price that is none is free.',
    file: 'app/kit/money.ts',
    find: 'if (e4 === undefined) throw new Error(',
    replace: 'if (e4 === undefined) return 0\n  if (e4 < 0) throw new Error(',
    tests: ['app/features/catalog/price-line.test.ts'],
  },
  {
    what: 'Half a cent is rounded down.',
    file: MONEY,
    find: ' + E4_PER_CENT / 2n) / E4_PER_CENT',
    replace: ') / E4_PER_CENT',
    tests: [MONEY_TEST],
  },
  {
    what: 'Totals are multiplied as floating point numbers.',
    file: MONEY,
    find: 'Number((BigInt(priceE4) * BigInt(quantity) + E4_PER_CENT / 2n) / E4_PER_CENT)',
    replace: 'Math.round((priceE4 * quantity) / Number(E4_PER_CENT))',
    tests: [MONEY_TEST],
  },
  {
    what: 'The decimals of a price are shifted: 0.5 is read as 0.0005.',
    file: MONEY,
    find: ".padEnd(4, '0')",
    replace: '',
    tests: [MONEY_TEST, 'app/features/catalog/catalog.test.ts'],
  },
  {
    what: 'The fifth decimal of a price is dropped instead of refused.',
    file: MONEY,
    find: '(\\d{1,4}))?$/',
    replace: '(\\d{1,4})\\d*)?$/',
    tests: [MONEY_TEST],
  },
  {
    what: 'A total with fractions of a cent is rounded instead of refused.',
    file: MONEY,
    find: 'return Math.abs(dollars * CENTS_PER_DOLLAR - cents) < 1e-6 ? cents : undefined',
    replace: 'return cents',
    tests: [MONEY_TEST],
  },
  {
    what: 'A total that differs by a cent is accepted.',
    file: MONEY,
    find: 'const slack = 1e-9 * Math.max(1, rounded)',
    replace: 'const slack = 0.011',
    tests: [MONEY_TEST],
  },
  {
    what: 'A correct total in floating point is refused.',
    file: MONEY,
    find: 'return isExact || Math.abs(dollars - rounded) <= slack',
    replace: 'return Math.abs(dollars - rounded) <= slack',
    tests: [MONEY_TEST],
  },
  {
    what: 'The maximum total is not checked.',
    file: MONEY,
    find: 'if (Math.abs(cents) > MAXIMUM_TOTAL_CENTS) return undefined',
    replace: '',
    tests: [MONEY_TEST],
  },
  {
    what: 'An order above the limit of a card is placed.',
    file: 'app/features/orders/place-order.ts',
    find: 'if (cents > MAXIMUM_TOTAL_CENTS) {',
    replace: 'if (cents > 2 * MAXIMUM_TOTAL_CENTS) {',
    tests: ['app/features/orders/order-terms.test.ts'],
  },
  {
    what: 'The order has the total that the browser sent.',
    file: 'app/features/orders/new-order.ts',
    find: 'total_cents: priceOrder(ordered)',
    replace: 'total_cents: Math.floor(input.totalPrice * 100)',
    tests: ['app/features/orders/order-terms.test.ts'],
  },
  {
    what: 'A total that differs from the price is accepted.',
    file: 'app/features/orders/place-order.ts',
    find: 'if (!isSameTotal(input.totalPrice, priced)) throw priceChanged(cents)',
    replace: '',
    tests: [ORDERS_TEST],
  },
  {
    what: 'A price break begins one piece later.',
    file: 'app/features/catalog/price-line.ts',
    find: 'from <= quantity',
    replace: 'from < quantity',
    tests: ['app/features/orders/order-lines.test.ts'],
  },
  {
    what: 'Every quantity has the price of the first price break.',
    file: 'app/features/catalog/price-line.ts',
    find: 'prices.findLast(',
    replace: 'prices.find(',
    tests: ['app/features/orders/order-lines.test.ts'],
  },
  {
    what: 'A later price break can be dearer.',
    file: 'app/features/catalog/product-terms.ts',
    find: 'price >= before.price',
    replace: 'price === before.price',
    tests: ['app/features/catalog/product-terms.test.ts'],
  },
  {
    what: 'The form shows a total for less than one piece.',
    file: 'app/features/orders/order-total.ts',
    find: 'pieces < 1',
    replace: 'pieces < 0',
    tests: ['app/features/orders/order-total.test.ts'],
  },
  {
    what: 'A product can have a price of 0.',
    file: 'app/features/catalog/product-fields.ts',
    find: 'e4 > 0 &&',
    replace: 'e4 >= 0 &&',
    tests: ['app/features/catalog/catalog.test.ts', 'app/features/catalog/new-product-form.test.ts'],
  },
]
