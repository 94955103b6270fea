import type { Limit } from '#kit/server/rate-limit.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/time.ts'

const WINDOW_MS = 3 * MINUTE_MS

/** Wrong passwords. A browser that has signed in to the account before, and an open session, have their own count by account. */
export const SIGN_IN_LIMIT: Limit = {
  name: 'sign-in',
  what: 'wrong passwords, by known browser or open session instead of account',
  account: 10,
  address: 30,
  windowMs: WINDOW_MS,
  always: true,
}

/**
 * Wrong codes of an app: without it six digits would be guessed within months. Only who has proved the password or Google gets as
 * far, so nobody else can use them up; backup codes and passkeys, which nobody guesses, still let the owner in.
 */
export const CODE_LIMIT: Limit = {
  name: 'code',
  what: 'wrong codes of an app, by known browser or open session instead of account',
  account: 30,
  address: 300,
  windowMs: DAY_MS,
  always: true,
}

/** Passwords that are checked, the right ones too: each costs a hash. */
export const PASSWORD_LIMIT: Limit = {
  name: 'password',
  what: 'passwords that are checked, right ones too',
  account: 40,
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

export const SIGN_UP_LIMIT: Limit = {
  name: 'sign-up',
  what: 'sign-ups',
  account: 10,
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

export const NEW_ACCOUNT_LIMIT: Limit = {
  name: 'new-account',
  what: 'accounts made, with Google too',
  address: 30,
  windowMs: HOUR_MS,
}

/**
 * Mails with a link to one mailbox, by its address, or by browser and address for a browser that is known to the account:
 * nobody can use up its owner's. Above it they are not sent, and the answer is the same.
 */
export const MAILBOX_LIMIT: Limit = {
  name: 'mailbox',
  what: 'mails with a link to one mailbox, by its address instead of a network address; above it none is sent, with the same answer',
  address: 20,
  windowMs: DAY_MS,
  always: true,
}

/** Mails with a link, for verification and resets alike. */
export const RESET_LIMIT: Limit = {
  name: 'reset',
  what: 'mails with a link',
  account: 5,
  address: 30,
  windowMs: WINDOW_MS,
  always: true,
}

export const RESET_TOKEN_LIMIT: Limit = {
  name: 'reset-try',
  what: 'calls with the token of a mailed link',
  address: 30,
  windowMs: WINDOW_MS,
  always: true,
}

export const NEW_EMAIL_LIMIT: Limit = {
  name: 'new-email',
  what: 'new e-mail addresses asked for',
  account: 10,
  address: 100,
  windowMs: HOUR_MS,
}

export const GOOGLE_LIMIT: Limit = {
  name: 'google',
  what: 'redirects to Google',
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

export const GOOGLE_CALLBACK_LIMIT: Limit = {
  name: 'google-back',
  what: 'callbacks from Google',
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

export const PASSKEY_LIMIT: Limit = {
  name: 'passkey',
  what: 'calls with a passkey, or for a challenge to it',
  address: 300,
  windowMs: WINDOW_MS,
  always: true,
}

export const PROFILE_LIMIT: Limit = {
  name: 'profile',
  what: 'changes of a profile',
  account: 100,
  address: 1000,
  windowMs: 10 * MINUTE_MS,
}
