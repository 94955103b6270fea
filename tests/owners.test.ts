import { expect, test } from 'vitest'
import { sourcesIn } from './support/app-imports.ts'
import { readProjectFile } from './support/project.ts'

/** A condition by which a statement finds the rows of an account, or orders by who entered them. */
const WHOSE =
  /'(\w+\.)?(user_id|userId|entered_by)',\s*'(=|in|is|is not)'|'=',\s*'(\w+\.)?(user_id|userId)'|\b(user_id|entered_by) (=|in|is) /

/** The files that say whose rows a statement finds, and why each does. */
const SAID_IN: Readonly<Record<string, string>> = {
  'orders/owners/own-orders.ts': 'whose an order is: all others ask it',
  'cart/cart.ts': 'whose a cart is',
  'saved-lists/lists/saved-lists.ts': 'whose a list is',
  'delivery/address-book/address-book.ts': 'whose an address is',
  'images/avatars/avatars.ts': 'the one picture of the account that calls',
  'manage-orders/columns/columns.ts': 'the columns of the admin who calls',
  'manage-orders/views/views.ts': 'the views of the admin who calls',
  'accounts/auth/verification.ts': 'the password of an account',
  'accounts/auth/reset-password.ts':
    'the sessions, the password and the other ways to sign in that a reset ends',
  'accounts/users/abandoned-accounts.ts': 'a job: which accounts are kept',
  'orders/owners/paying-customers.ts': 'which accounts are kept, or have paid',
  'orders/placing/unpaid-limit.ts': 'counted for an account: unpaid orders',
  'orders/open/open-orders.ts': 'counted for an account: what its unpaid orders hold of a part',
  'payments/declines/declines.ts': 'counted for an account: declined cards',
  'reviews/reviews.ts': 'which accounts are kept: those that wrote a review',
  'manage-orders/list/list-orders.ts':
    'the filter of the staff by the e-mail of a customer, as one statement',
}

test('whose rows a statement finds is said in these files', () => {
  const sayIt = sourcesIn('app').filter((file) => WHOSE.test(readProjectFile(file)))
  expect(sayIt).toEqual(
    Object.keys(SAID_IN)
      .map((file) => `app/features/${file}`)
      .sort(),
  )
})
