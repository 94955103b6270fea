import type { SecurityEventKind } from './events/schema.ts'
import type { Right } from './rights.ts'

/** Texts that the specification quotes literally, mistakes included, and texts that several files use. */
export const accountTexts = {
  users: { promoted: 'Successfully made an admin', promotionFailed: 'Failed to Make an admin' },
  profile: { notSignedIn: 'No user is logged in', saved: 'Profile updated' },
  password: { mailed: 'Mail has been sent', changed: 'Password changed' },
  factor: { required: 'Set up a second factor on Security first: staff of this shop need one.' },
  sessionEnd: {
    ended: {
      'by shop': 'Your session has ended.',
      'in another tab': 'Your session has ended: you signed out in another tab.',
    },
    goOn: 'Sign in to go on.',
    goOnWithDrafts: 'Sign in to go on; what you typed is kept.',
  },
} as const

/** The rights of staff, in words. */
export const rightTexts: Readonly<Record<Right, { readonly name: string; readonly allows: string }>> = {
  orders: { name: 'Orders', allows: 'Orders, shipping, customers, orders by phone, and parts that run low' },
  products: { name: 'Parts', allows: 'Parts, categories, files, imports, search words, stock and reviews' },
  money: { name: 'Money', allows: 'Refunds, invoices, credit notes and the sums of the overview' },
  people: { name: 'People', allows: 'Users and the audit log' },
  settings: { name: 'Settings', allows: 'The settings of the shop and its texts' },
}

/** What happened to the doors of an account, in words. */
export const securityEventTexts: Readonly<Record<SecurityEventKind, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Wrong password, code or passkey',
  signed_out: 'Signed out',
  password_changed: 'Password changed',
  password_reset: 'Password set by a mailed link',
  email_changed: 'E-mail changed',
  email_change_undone: 'Change of the e-mail taken back',
  factor_added: 'Second factor added',
  factor_removed: 'Second factor removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  session_ended: 'Session ended from another device or by the shop',
  role_changed: 'Rights changed by an admin',
}
