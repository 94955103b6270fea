import { expect, test } from 'vitest'
import { sourcesIn } from './support/app-imports.ts'
import { readProjectFile } from './support/project.ts'

/** A condition by which a statement finds the rows of an account, or orders by who entered them. */
const WHOSE = /'(\w+\.)?(user_id|entered_by)',\s*'(=|in|is|is not)'|\b(user_id|entered_by) (=|in|is) /

/** What a caller owns is in these features; what the staff read of all is in features of their own, or in an `admin`. */
const sources = ['orders', 'payments', 'invoices', 'documents', 'cart', 'saved-lists', 'delivery'].flatMap(
  (feature) => sourcesIn(`app/features/${feature}`).filter((file) => !file.includes('/admin/')),
)

test('whose orders, addresses, carts and lists a statement finds is said in one file each', () => {
  expect(sources.filter((file) => WHOSE.test(readProjectFile(file))).sort()).toEqual(
    [
      'app/features/orders/owners/own-orders.ts',
      // What is counted for an account, and which accounts are kept.
      'app/features/orders/placing/unpaid-limit.ts',
      'app/features/orders/open/open-orders.ts',
      'app/features/orders/owners/paying-customers.ts',
      'app/features/payments/declines/declines.ts',
      'app/features/cart/cart.ts',
      'app/features/saved-lists/lists/saved-lists.ts',
      'app/features/delivery/address-book/address-book.ts',
    ].sort(),
  )
})
