import { expect, test } from 'vitest'
import { placeOf, sourcesIn } from './support/app-imports.ts'
import { readProjectFile } from './support/project.ts'

/** A condition by which a statement finds the rows of an account, or orders by who entered them. */
const WHOSE =
  /'(\w+\.)?(user_id|userId|entered_by)',\s*'(=|in|is|is not)'|'=',\s*'(\w+\.)?(user_id|userId)'|\b(user_id|entered_by) (=|in|is) /

/** The files that say whose rows a statement finds, of features that have several, and why each does. */
const SAID_IN: Readonly<Record<string, string>> = {
  'orders/owners/own-orders.ts': 'whose an order is: all others ask it',
  'orders/owners/paying-customers.ts': 'which accounts are kept, or have paid',
  'orders/placing/unpaid-limit.ts': 'counted for an account: unpaid orders',
  'orders/open/open-orders.ts': 'counted for an account: what its unpaid orders hold of a part',
  'manage-orders/columns/columns.ts': 'the columns of the admin who calls',
  'manage-orders/views/views.ts': 'the views of the admin who calls',
  'manage-orders/list/list-orders.ts':
    'the filter of the staff by the e-mail of a customer, as one statement',
  'accounts/auth/verification.ts': 'the password of an account',
  'accounts/auth/reset-password.ts':
    'the sessions, the password and the other ways to sign in that a reset ends',
  'accounts/users/abandoned-accounts.ts': 'a job: which accounts are kept',
}

test('whose rows a statement finds is said in one file of each feature, or in those that are named here', () => {
  const saying = sourcesIn('app').filter((file) => WHOSE.test(readProjectFile(file)))
  const byFeature = Map.groupBy(saying, (file) => placeOf(file)?.feature ?? file)
  expect(byFeature.size).toBeGreaterThan(6)
  const several = [...byFeature.values()].filter((files) => files.length > 1).flat()
  expect(several.sort()).toEqual(
    Object.keys(SAID_IN)
      .map((file) => `app/features/${file}`)
      .sort(),
  )
})
