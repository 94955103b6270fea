import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { SecurityEventKind } from './events/schema.ts'

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
      /** When its user signed in again in it (ms). */
      provedAt: number | null
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
    /**
     * The tokens of mailed reset links, the states of sign-ins with Google, challenges of passkeys, sign-ins that wait for a code;
     * `identifier` is hashed.
     */
    verification: {
      id: string
      identifier: string
      value: string
      expiresAt: Instant
      createdAt: Instant
      updatedAt: Instant
    }
    /** Second factors; `secret` and `backupCodes` are encrypted. Of one that is not `verified` no code was given yet. */
    twoFactor: {
      id: string
      userId: string
      secret: string
      backupCodes: string
      verified: Flag
      /** The 30 seconds of the last code that was accepted, see `codes/totp.ts`. */
      lastStep: Generated<number>
    }
    passkey: {
      id: string
      userId: string
      name: string | null
      publicKey: string
      credentialID: string
      /** How often it was used, as it counts itself; 0: it does not count. */
      counter: number
      deviceType: string
      backedUp: Flag
      transports: string | null
      aaguid: string | null
      createdAt: Instant
      lastUsedAt: number | null
    }
    /** What happened to the doors of an account; `browser` in words. */
    security_events: {
      id: string
      user_id: string
      at: number
      kind: SecurityEventKind
      address: string | null
      browser: string | null
    }
    /**
     * Changes of an e-mail address. Until `confirmed_at` the hashed token is that of the link to the new address, afterwards that
     * of the link to the old one, which takes the change back.
     */
    new_emails: {
      id: string
      user_id: string
      old_email: string
      /** Whether the old address was verified (0/1): then it is reserved while the change can be taken back. */
      old_verified: number
      new_email: string
      token_hash: string
      expires_at: number
      confirmed_at: number | null
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
  /** What staff without the role of an admin may do, see `rights.ts`; null: nothing. */
  rights: string | null
  banned: Flag | null
  banExpires: Instant | null
  designation: string | null
  phone: string | null
  address: string | null
  /**
   * Raised by each change of the password, a new second factor and an e-mail that is taken back: sessions of an earlier
   * generation are not valid.
   */
  credentialGeneration: Generated<number>
  /** Whether a sign-in wants a code too. */
  twoFactorEnabled: Generated<Flag>
  /** When its owner deleted it (ms): nothing of a person is left in the row, and nobody can use it. */
  deletedAt: number | null
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
    leaving: 'deleted',
    because: 'the way in by password, which the reset has set; others are deleted',
  },
  session: {
    columns: ['userId', 'impersonatedBy'],
    firstReset: 'deleted',
    account: 'deleted',
    leaving: 'deleted',
  },
  passkey: { columns: ['userId'], firstReset: 'deleted', account: 'deleted', leaving: 'deleted' },
  security_events: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'deleted',
    leaving: 'deleted',
    because: 'those before a first reset are deleted; that it happened is recorded',
  },
  twoFactor: { columns: ['userId'], firstReset: 'deleted', account: 'deleted', leaving: 'deleted' },
  new_emails: { columns: ['user_id'], firstReset: 'deleted', account: 'deleted', leaving: 'deleted' },
  verification: {
    columns: ['value'],
    firstReset: 'deleted',
    account: 'stays',
    leaving: 'deleted',
    because: 'links expire',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`user` (350), `account` (430)':
    'for good once the address is verified. An account that was never verified, has no order but those that were cancelled or lapsed more than 90 days ago, no review, no valid session and no reset link, and was not changed for 90 days goes with all that is its own: `delete abandoned accounts`. Never an admin or a banned user. One that its owner deleted stays as an empty row',
  '`twoFactor` (900)':
    'until its owner turns the second factor off, or with the account; one that was only begun until it is begun again',
  '`passkey` (500)': 'until its owner removes it, or with the account',
  '`security_events` (210)': '400 days: `delete old security events`; of an account the newest 1,000',
  '`new_emails` (400)': '8 days, when no link of it works any more: `delete old changes of e-mails`',
  '`session` (280)':
    'until it has expired, seven days after its last use or 90 days after it began: `delete expired sessions`',
  '`verification`': 'a day after the link has expired: `delete expired sessions`',
}
