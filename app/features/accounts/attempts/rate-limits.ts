import type { Limit } from '#kit/server/rate-limit.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'

const WINDOW_MS = 3 * MINUTE_MS

/** Wrong passwords. A browser that has signed in to the account before has its own count by account. */
export const SIGN_IN_LIMIT: Limit = {
  name: 'sign-in',
  account: 10,
  address: 30,
  windowMs: WINDOW_MS,
  always: true,
}

/** Passwords that are checked, the right ones too: each costs a hash. */
export const PASSWORD_LIMIT: Limit = {
  name: 'password',
  account: 40,
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

export const SIGN_UP_LIMIT: Limit = {
  name: 'sign-up',
  account: 10,
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

/** Accounts that are made, with Google too. */
export const NEW_ACCOUNT_LIMIT: Limit = { name: 'new-account', address: 30, windowMs: HOUR_MS }

/**
 * Mails with a link to one mailbox, by its address, or by browser and address for a browser that is known to the account:
 * nobody can use up its owner's. Above it they are not sent, and the answer is the same.
 */
export const MAILBOX_LIMIT: Limit = { name: 'mailbox', address: 20, windowMs: DAY_MS, always: true }

/** Mails with a link, for verification and resets alike. */
export const RESET_LIMIT: Limit = {
  name: 'reset',
  account: 5,
  address: 30,
  windowMs: WINDOW_MS,
  always: true,
}

/** Calls with the token of a mailed link. */
export const RESET_TOKEN_LIMIT: Limit = { name: 'reset-try', address: 30, windowMs: WINDOW_MS, always: true }

/** Redirects to Google. */
export const GOOGLE_LIMIT: Limit = { name: 'google', address: 300, windowMs: WINDOW_MS, always: true }

/** Callbacks from Google. */
export const GOOGLE_CALLBACK_LIMIT: Limit = {
  name: 'google-back',
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

export const PROFILE_LIMIT: Limit = {
  name: 'profile',
  account: 100,
  address: 1000,
  windowMs: 10 * MINUTE_MS,
}
