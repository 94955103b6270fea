import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { texts } from '#kit/texts.ts'

// A hash occupies a thread of Node's four for 0.1 s and 32 MB: the others read files and names meanwhile.
const AT_ONCE = 3
const WAITING = 60

/** Computing and checking password hashes, a few at once in this process, over all callers. */
export interface PasswordHashes {
  /** Refuses (503) when too many wait already. */
  hash(password: string): Promise<string>
  /** Refuses (503) when too many wait already. */
  verify(given: { hash: string; password: string }): Promise<boolean>
}

export function createPasswordHashes(): PasswordHashes {
  let running = 0
  const waiting: (() => void)[] = []
  const inTurn = async <T>(compute: () => Promise<T>): Promise<T> => {
    if (running < AT_ONCE) running += 1
    else if (waiting.length < WAITING) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new AppError('unavailable', texts.unavailable, {}, { 'Retry-After': '5' })
    try {
      return await compute()
    } finally {
      const next = waiting.shift()
      // The place goes to the one that waits longest.
      if (next) next()
      else running -= 1
    }
  }
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (given) => inTurn(() => verifyPassword(given)),
  }
}

/** Whether this is the account's password; false for an account without a password. */
export async function isPasswordOf(
  shop: Shop,
  hashes: PasswordHashes,
  { userId, password }: { userId: string; password: string },
): Promise<boolean> {
  const account = await shop.db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return typeof account?.password === 'string' && hashes.verify({ hash: account.password, password })
}
