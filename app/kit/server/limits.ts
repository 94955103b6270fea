const MINUTE_MS = 60_000

/** How often something may be done in a window that opens with the first time. */
export interface Limit {
  readonly account?: number
  readonly address: number
  readonly windowMs: number
  /** Of the sign-in service: kept with `RATE_LIMITS=sign-in` too. */
  readonly always?: true
}

/**
 * Every limit of the shop. Those of an account stop a script long before they meet a person; those of an address are
 * wide, since a whole company may stand behind one. The sign-in service's are always kept, the others with
 * `RATE_LIMITS=on`.
 */
export const LIMITS = {
  /** Passwords that were wrong. */
  'sign-in': { account: 10, address: 30, windowMs: 3 * MINUTE_MS, always: true },
  'sign-up': { account: 10, address: 300, windowMs: 3 * MINUTE_MS, always: true },
  /** Mails with a link, to whomever they go. */
  reset: { account: 5, address: 30, windowMs: 3 * MINUTE_MS, always: true },
  /** Links that were tried. */
  'reset-try': { address: 30, windowMs: 3 * MINUTE_MS, always: true },
  /** Ways to Google. */
  google: { address: 300, windowMs: 3 * MINUTE_MS, always: true },
  /** Ways back from it. */
  'google-back': { address: 300, windowMs: 3 * MINUTE_MS, always: true },
  profile: { account: 100, address: 1000, windowMs: 10 * MINUTE_MS },
  review: { account: 60, address: 600, windowMs: 10 * MINUTE_MS },
  order: { account: 200, address: 2000, windowMs: MINUTE_MS },
  /** Intents that were asked for: each is a card that could be tried. */
  payment: { account: 100, address: 1000, windowMs: 10 * MINUTE_MS },
  /** Payments that a browser told of: each asks the provider. */
  settlement: { account: 200, address: 2000, windowMs: 10 * MINUTE_MS },
  /** Orders that were to be cancelled: each asks the provider, and who cancels can hold pieces anew. */
  cancel: { account: 200, address: 2000, windowMs: 10 * MINUTE_MS },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS
