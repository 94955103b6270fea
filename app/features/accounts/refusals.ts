import type { Refusal } from '#kit/problem.ts'

/** The refusals of accounts beyond the common ones. */
export const accountRefusals = {
  /** With `right`: what the caller lacks, `admin` where only admins may; and `rights`, what the caller has. */
  rightRequired: { code: 'right_required', status: 403 },
  /** The session stays alive: it signs in again by `POST /sign-in-again`. */
  signInAgain: { code: 'sign_in_again', status: 401 },
  wrongPassword: { code: 'wrong_password', status: 401 },
  /** A code of a second factor that is wrong, or was used before. */
  wrongCode: { code: 'wrong_code', status: 401 },
  /** Where `REQUIRE_SECOND_FACTOR` says so: the caller has the right, and has to set up a second factor first. */
  secondFactorRequired: { code: 'second_factor_required', status: 403 },
  wrongPasskey: { code: 'wrong_passkey', status: 401 },
  /** What was to be removed is the last way in: the account needs another one first. */
  lastWayIn: { code: 'last_way_in', status: 409 },
} as const satisfies Record<string, Refusal>

export type RefusalCode = (typeof accountRefusals)[keyof typeof accountRefusals]['code']
