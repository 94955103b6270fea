import type { Context } from 'hono'
import { mayAct } from '#kit/backup/waiting-restore.ts'
import type { Shop } from '#kit/shop.ts'
import { originOf, recordSecurityEvent } from '../events/events.ts'
import type { SecurityEventKind } from '../events/schema.ts'
import { mailNewBrowser } from '../events/security-mails.ts'
import { type LoggedEvent, logSecurityEvent } from './sign-in-log.ts'

interface SignIn {
  readonly account: string
  readonly by: string
  /** Whether it has made the account. */
  readonly isNew: boolean | undefined
  readonly isKnown: boolean
}

/** Logs and records that a session began. The owner gets a mail unless the browser is known, or has just made the account. */
export async function noteSignIn(
  c: Context,
  shop: Shop,
  { account, by, isNew, isKnown }: SignIn,
): Promise<void> {
  logSecurityEvent(c, shop, isNew ? 'signed up' : 'signed in', { account, by })
  const origin = originOf(c, shop)
  const at = shop.now()
  // A restored copy mails nobody, also later.
  const mails = await mayAct(shop)
  await shop.db.transaction().execute(async (trx) => {
    await recordSecurityEvent(trx, { userId: account, kind: 'signed_in', at }, origin)
    if (!isNew && !isKnown && mails) await mailNewBrowser({ ...shop, db: trx }, account, origin)
  })
}

/** How the log calls what happens outside of a transaction that records it. */
const LOGGED = {
  signed_out: 'signed out',
  sign_in_failed: 'sign-in failed',
} as const satisfies Partial<Record<SecurityEventKind, LoggedEvent>>

/** Logs what happened at the doors of an account, and records it for its owner, if there is such an account. */
export async function noteSecurityEvent(
  c: Context,
  shop: Shop,
  kind: keyof typeof LOGGED,
  { account, by }: { readonly account: string | undefined; readonly by?: string },
): Promise<void> {
  logSecurityEvent(c, shop, LOGGED[kind], { account, by })
  if (account === undefined) return
  await recordSecurityEvent(shop.db, { userId: account, kind, at: shop.now() }, originOf(c, shop))
}
