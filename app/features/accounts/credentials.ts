import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import type { Db } from '#kit/db/db.ts'
import type { KnownAccount } from './known-browser.ts'
import type { PasswordHashes } from './password-hashes.ts'

/** A new password with its hash. */
interface Prehashed {
  readonly password: string
  readonly hash: string
}

/** The passwords of one running call of the sign-in library. */
export interface Credentials extends PasswordHashes {
  /** Runs a call of the library, and says whose session it has begun; a new password is hashed before it. */
  run<T>(
    newPassword: string | undefined,
    call: () => Promise<T>,
  ): Promise<{ result: T; began?: KnownAccount }>
  /** To be called when the call has begun a session. */
  sessionBegan(account: KnownAccount): void
  /** The generation of the credentials with which the call begins a session. Refuses when they are no longer valid. */
  generationOf(db: Db, userId: string): Promise<number>
}

interface Call {
  readonly prehashed?: Prehashed
  provedHash?: string
  began?: KnownAccount
}

export function createCredentials(hashes: PasswordHashes): Credentials {
  const calls = new AsyncLocalStorage<Call>()
  return {
    run: async (password, call) => {
      const state: Call = {}
      if (password !== undefined) {
        const hash = await hashes.hash(password)
        Object.assign(state, { prehashed: { password, hash }, provedHash: hash } satisfies Call)
      }
      const result = await calls.run(state, call)
      return { result, ...(state.began && { began: state.began }) }
    },
    hash: async (password) => {
      const prehashed = calls.getStore()?.prehashed
      return prehashed?.password === password ? prehashed.hash : hashes.hash(password)
    },
    verify: async (given) => {
      const isRight = await hashes.verify(given)
      const call = calls.getStore()
      if (isRight && call) call.provedHash = given.hash
      return isRight
    },
    sessionBegan: (account) => {
      const call = calls.getStore()
      if (call) call.began = account
    },
    generationOf: (db, userId) => findGeneration(db, userId, calls.getStore()?.provedHash),
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
