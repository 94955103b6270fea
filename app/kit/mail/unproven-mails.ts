import { AppError } from '#kit/server/app-error.ts'
import { countAttempt, type Limit } from '#kit/server/rate-limit.ts'
import type { Shop } from '#kit/shop.ts'
import { mailSignal } from '#kit/signals.ts'
import { DAY_MS } from '#kit/time.ts'

/**
 * Mails to an address that nobody has confirmed, whatever they are about: whoever registered it may be a stranger to its
 * owner. Only mails about a new password have a count of their own: by them the owner takes the account over.
 */
export const UNPROVEN_MAIL_LIMIT: Limit = {
  name: 'unproven-mail',
  what: 'mails to an unconfirmed address, by that instead of a network address; above it they are withheld',
  address: 12,
  windowMs: DAY_MS,
}

/** Of these, mails that the account caused; the others are left for what the staff does for the customer. @public */
export const OWN_UNPROVEN_MAIL_LIMIT: Limit = {
  name: 'unproven-mail-own',
  what: 'mails to an unconfirmed address that its account caused, by that address too; above it they are withheld',
  address: 8,
  windowMs: DAY_MS,
}

/** A mail to an unconfirmed address. */
interface UnprovenMail {
  readonly to: string
  readonly cause: 'account' | 'staff'
  readonly template: string
  /** Its entry of the outbox, and what it is about, if it has any yet. */
  readonly mailId?: string
  readonly about?: string
}

/** Counts a mail to an unconfirmed address. False when it is one too many: it is withheld for good, and that is logged. */
export async function mayMailUnproven(
  shop: Shop,
  { to, cause, template, mailId = '', about }: UnprovenMail,
): Promise<boolean> {
  const caller = { address: to.toLowerCase() }
  const takenBack: (() => Promise<void>)[] = []
  try {
    if (cause === 'account') takenBack.push(await countAttempt(shop, OWN_UNPROVEN_MAIL_LIMIT, caller))
    await countAttempt(shop, UNPROVEN_MAIL_LIMIT, caller)
    return true
  } catch (error) {
    for (const takeBack of takenBack) await takeBack()
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    mailSignal.send({ outcome: 'withheld', mailId, template, about })
    return false
  }
}
