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
  'manage-orders/columns/columns.ts': 'the columns of the admin who calls',
  'manage-orders/views/views.ts': 'the views of the admin who calls',
  'manage-orders/list/list-orders.ts':
    'the filter of the staff by the e-mail of a customer, as one statement',
  'accounts/passwords/password-hashes.ts': 'the password of an account',
  'accounts/auth/reset-password.ts':
    'the sessions, the password and the other ways to sign in that a reset ends',
  'accounts/users/abandoned-accounts.ts': 'a job: which accounts are kept',
  'accounts/users/delete-account.ts': 'what lets its owner into an account that is deleted',
  'accounts/users/end-sessions.ts': 'the sessions of an account that staff end',
  'accounts/passwords/fresh-sign-in.ts': 'whether the account of the session has a password',
  'accounts/passwords/change-password.ts': 'the account of the session that changes it',
  'accounts/codes/factors.ts': 'the second factor of an account',
  'accounts/factor/own-factor.ts': 'the account of the session that removes its factor',
  'accounts/sessions/second-factor.ts': 'whether an account has a second factor or a passkey',
  'accounts/sessions/only-session.ts': 'the sessions of an account that end with a change of how it signs in',
  'accounts/events/events.ts': 'what happened to an account',
  'accounts/new-email/new-emails.ts': 'the open changes of an address',
  'accounts/new-email/undo-new-email.ts': 'what a change that is taken back ends',
  'accounts/users/reserved-emails.ts': 'whom an address is kept for',
  'accounts/security/own-sessions.ts': 'the sessions of the caller',
  'accounts/passkeys/passkeys.ts': 'the passkeys of the caller',
  'accounts/passkeys/ways-in.ts': 'how an account can sign in',
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
