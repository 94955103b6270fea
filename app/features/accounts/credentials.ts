import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Db } from '#kit/db/db.ts'

/** A new password with its hash. */
interface Prehashed {
  readonly password: string
  readonly hash: string
}

/** The passwords of one running call of the sign-in library. */
export interface Credentials {
  /** Runs a call of the library; a new password is hashed before it. */
  run<T>(newPassword: string | undefined, call: () => Promise<T>): Promise<T>
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
  /** The generation of the credentials with which the call begins a session. Refuses when they are no longer valid. */
  generationOf(db: Db, userId: string): Promise<number>
}

export function createCredentials(): Credentials {
  const calls = new AsyncLocalStorage<{ readonly prehashed?: Prehashed; provedHash?: string }>()
  return {
    run: async (password, call) => {
      if (password === undefined) return calls.run({}, call)
      const prehashed = { password, hash: await hashPassword(password) }
      return calls.run({ prehashed, provedHash: prehashed.hash }, call)
    },
    hash: async (password) => {
      const prehashed = calls.getStore()?.prehashed
      return prehashed?.password === password ? prehashed.hash : hashPassword(password)
    },
    verify: async (given) => {
      const isRight = await verifyPassword(given)
      const call = calls.getStore()
      if (isRight && call) call.provedHash = given.hash
      return isRight
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
