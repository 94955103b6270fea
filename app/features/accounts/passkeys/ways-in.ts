import type { Db } from '#kit/db/db.ts'
import { hasPasskey, hasSecondFactor } from '../sessions/second-factor.ts'
import type { WayIn, WayToProve } from './schema.ts'

/** How the account can sign in. Google counts where the shop offers it. */
export async function waysIn(db: Db, userId: string, hasGoogle: boolean): Promise<WayIn[]> {
  const accounts = await db.selectFrom('account').select('providerId').where('userId', '=', userId).execute()
  const has = (provider: string) => accounts.some(({ providerId }) => providerId === provider)
  return [
    ...(has('credential') ? (['password'] as const) : []),
    ...((await hasPasskey(db, userId)) ? (['passkey'] as const) : []),
    ...(hasGoogle && has('google') ? (['google'] as const) : []),
  ]
}

/** By what the holder of a session of the account can sign in again: by Google only where there is nothing else. */
export async function waysToProve(db: Db, userId: string, hasGoogle: boolean): Promise<WayToProve[]> {
  const ways: WayToProve[] = await waysIn(db, userId, hasGoogle)
  if (await hasSecondFactor(db, userId)) ways.push('code')
  return ways.length > 1 ? ways.filter((way) => way !== 'google') : ways
}
