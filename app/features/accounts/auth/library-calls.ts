import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import type { Db } from '#kit/db/db.ts'
import type { KnownAccount } from '../attempts/known-browser.ts'
import type { PasswordHashes } from '../passwords/password-hashes.ts'

/** What a call of the sign-in library needs that the library does not pass on. */
export interface CallOptions {
  /** Hashed before the call. */
  readonly newPassword?: string | undefined
  /** The network address whose new accounts by Google are counted. */
  readonly address?: string
  /** The library answers as always, but its mails are not sent. */
  readonly withoutMails?: boolean
}

/** A running call. */
interface Call extends CallOptions {
  readonly newHash?: string
  /** The hash that the password was found to match. */
  provedHash?: string
  /** The account whose session the call has begun. */
  began?: KnownAccount
  /** Whether the call has made that account. */
  isNew?: boolean
}

export interface CallOutcome<T> extends Pick<Call, 'began' | 'isNew'> {
  readonly result: T
}

/** The running calls of the sign-in library, for its callbacks. */
export interface LibraryCalls extends PasswordHashes {
  run<T>(options: CallOptions, work: () => Promise<T>): Promise<CallOutcome<T>>
  /** The call whose callback is running. */
  current(): Call
  /** The generation of the credentials with which the call begins a session. Refuses when they are no longer valid. */
  generationOf(db: Db, userId: string): Promise<number>
}

export function createLibraryCalls(hashes: PasswordHashes): LibraryCalls {
  const calls = new AsyncLocalStorage<Call>()
  const current = (): Call => calls.getStore() ?? {}
  return {
    current,
    run: async (options, work) => {
      const { newPassword } = options
      const newHash = newPassword === undefined ? undefined : await hashes.hash(newPassword)
      const call: Call = { ...options, ...(newHash !== undefined && { newHash, provedHash: newHash }) }
      const result = await calls.run(call, work)
      return { result, ...(call.began && { began: call.began }), ...(call.isNew && { isNew: true }) }
    },
    hash: async (password) => {
      const { newPassword, newHash } = current()
      return newHash !== undefined && newPassword === password ? newHash : hashes.hash(password)
    },
    verify: async (given) => {
      const isRight = await hashes.verify(given)
      if (isRight) current().provedHash = given.hash
      return isRight
    },
    generationOf: (db, userId) => findGeneration(db, userId, current().provedHash),
  }
}

/**
 * The generation is read together with the credentials that were checked: the hash of the password, or a sign-in with
 * Google, which has no hash. When a reset has replaced them meanwhile, there are none. When a reset replaces them after
 * this, the session has the earlier generation, so it is not valid.
 */
async function findGeneration(db: Db, userId: string, provedHash: string | undefined): Promise<number> {
  const row = await db
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .select('user.credentialGeneration')
    .where('user.id', '=', userId)
    .where((eb) =>
      provedHash === undefined
        ? eb('account.providerId', '<>', 'credential')
        : eb.and([eb('account.providerId', '=', 'credential'), eb('account.password', '=', provedHash)]),
    )
    .executeTakeFirst()
  if (row) return row.credentialGeneration
  throw new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })
}
