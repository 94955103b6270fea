import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import type { Db } from '#kit/db/db.ts'
import type { KnownAccount } from '../attempts/known-browser.ts'
import type { Origin } from '../events/events.ts'
import type { NewPasskey, UsedPasskey } from '../passkeys/passkeys.ts'
import type { PasswordHashes } from '../passwords/password-hashes.ts'
import { isSet } from '../tables.ts'

/** What a call of the sign-in library needs that the library does not pass on. */
export interface CallOptions {
  /** Hashed before the call. */
  readonly newPassword?: string | undefined
  /** The network address whose new accounts by Google are counted. */
  readonly address?: string
  /** From where the session is that the call begins. */
  readonly origin?: Origin
  /** The library answers as always, but its mails are not sent. */
  readonly withoutMails?: boolean
  /** The account whose password or Google was proved before, and now its code: its session may begin. */
  readonly proved?: KnownAccount
  /** How the caller signs in, where the call does not say it. */
  readonly by?: 'passkey'
  /** A passkey is only checked: the shop goes on with it. */
  readonly onlyChecks?: boolean
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
  /** The account whose password or Google was proved, and that has a second factor: no session has begun. */
  awaitsCode?: KnownAccount
  /** The passkey that the library has checked. */
  newPasskey?: NewPasskey
  usedPasskey?: UsedPasskey
}

export interface CallOutcome<T>
  extends Pick<Call, 'began' | 'isNew' | 'awaitsCode' | 'newPasskey' | 'usedPasskey'> {
  readonly result: T
}

/** The running calls of the sign-in library, for its callbacks. */
export interface LibraryCalls extends PasswordHashes {
  run<T>(options: CallOptions, work: () => Promise<T>): Promise<CallOutcome<T>>
  /** The call whose callback is running. */
  current(): Call
  /**
   * The generation of the credentials with which the call begins a session. Refuses when they are no longer valid, and when a code
   * is wanted beside them: this is asked for every session, however it begins.
   */
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
      const { began, isNew, awaitsCode, newPasskey, usedPasskey } = call
      return {
        result,
        ...(began && { began }),
        ...(isNew && { isNew }),
        ...(awaitsCode && { awaitsCode }),
        ...(newPasskey && { newPasskey }),
        ...(usedPasskey && { usedPasskey }),
      }
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
    generationOf: (db, userId) => findGeneration(db, userId, current()),
  }
}

/**
 * The generation is read together with the credentials that were checked: the passkey, the hash of the password, or a sign-in
 * with Google, which has no hash. When a reset has replaced them meanwhile, there are none. When a reset replaces them after
 * this, the session has the earlier generation, so it is not valid. The same holds for a factor that is added after this. A
 * passkey stands for both factors.
 */
async function findGeneration(db: Db, userId: string, call: Call): Promise<number> {
  const { provedHash, usedPasskey } = call
  const proved = call.proved?.id === userId ? call.proved : undefined
  const user = db
    .selectFrom('user')
    .select(['user.credentialGeneration', 'user.twoFactorEnabled'])
    .where('user.id', '=', userId)
  const byAccount = user.innerJoin('account', 'account.userId', 'user.id').where((eb) => {
    if (proved) return eb('user.credentialGeneration', '=', proved.credentialGeneration)
    return provedHash === undefined
      ? eb('account.providerId', '<>', 'credential')
      : eb.and([eb('account.providerId', '=', 'credential'), eb('account.password', '=', provedHash)])
  })
  const byPasskey =
    usedPasskey &&
    user.innerJoin('passkey', 'passkey.userId', 'user.id').where('passkey.id', '=', usedPasskey.id)
  const row = await (byPasskey ?? byAccount).executeTakeFirst()
  if (!row) throw wrongCredentials()
  const { credentialGeneration } = row
  if (!isSet(row.twoFactorEnabled) || proved || usedPasskey) return credentialGeneration
  call.awaitsCode = { id: userId, credentialGeneration }
  throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR', message: 'Give the code of your second factor.' })
}

const wrongCredentials = () =>
  new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })
