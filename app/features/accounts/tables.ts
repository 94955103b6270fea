import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

/**
 * The tables of the sign-in library. Its dates are ISO 8601 text in SQLite and timestamps in PostgreSQL, its
 * booleans 0/1 and true/false. Read them by {@link instantMs} and {@link isSet}; write ISO text and 0/1, which both
 * accept.
 */
type Instant = string | Date
type Flag = number | boolean

declare module '#kit/db/schema.ts' {
  interface Schema {
    user: UserTable
    session: {
      id: string
      expiresAt: Instant
      token: string
      createdAt: Instant
      updatedAt: Instant
      ipAddress: string | null
      userAgent: string | null
      userId: string
      impersonatedBy: string | null
      /** That of its user when the credentials were checked by which it began. */
      credentialGeneration: Generated<number>
    }
    account: {
      id: string
      accountId: string
      providerId: string
      userId: string
      password: string | null
      createdAt: Instant
      updatedAt: Instant
    }
    /** The tokens of mailed reset links and the states of sign-ins with Google; `identifier` is hashed. */
    verification: {
      id: string
      identifier: string
      value: string
      expiresAt: Instant
      createdAt: Instant
      updatedAt: Instant
    }
  }
}

/** One row for each person who has an account. `email` is always in lower case. */
export interface UserTable {
  id: string
  name: string
  email: string
  emailVerified: Flag
  image: string | null
  createdAt: Instant
  updatedAt: Instant
  role: string | null
  banned: Flag | null
  banExpires: Instant | null
  designation: string | null
  phone: string | null
  address: string | null
  /** Raised by each change of the password: sessions of an earlier generation are not valid. */
  credentialGeneration: Generated<number>
}

export const instantMs = (instant: Instant): number => new Date(instant).getTime()

export const isSet = (flag: Flag | null): boolean => flag === true || flag === 1

/** Whether the user is banned at that time. A ban may have an end. */
export function isBanned(user: Pick<UserTable, 'banned' | 'banExpires'>, nowMs: number): boolean {
  return isSet(user.banned) && (user.banExpires === null || instantMs(user.banExpires) > nowMs)
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  account: {
    columns: ['userId', 'accountId'],
    firstReset: 'stays',
    account: 'deleted',
    because: 'the way in by password, which the reset has set; others are deleted',
  },
  session: { columns: ['userId', 'impersonatedBy'], firstReset: 'deleted', account: 'deleted' },
  verification: { columns: ['value'], firstReset: 'deleted', account: 'stays', because: 'links expire' },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`user` (350), `account` (430)':
    'for good once the address is verified. An account that was never verified, has no order but those that were cancelled or lapsed more than 90 days ago, no review, no valid session and no reset link, and was not changed for 90 days goes with all that is its own: `delete abandoned accounts`. Never an admin or a banned user',
  '`session` (280)': 'until it has expired, seven days after its last use: `delete expired sessions`',
  '`verification`': 'a day after the link has expired: `delete expired sessions`',
}
