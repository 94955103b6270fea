import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import type { KnownAccount } from '../attempts/known-browser.ts'
import { type Origin, recordSecurityEvent } from '../events/events.ts'
import { mailPasswordChanged } from '../events/security-mails.ts'
import { hashIdentifier } from '../sessions/hash-identifier.ts'
import { instantMs, isSet } from '../tables.ts'

/**
 * What other features keep of an account whose address was never verified. Anyone could have made it, so nothing of it may
 * stay when a reset gives it to the owner of the mailbox.
 */
export interface FirstReset {
  /** Removes it in the transaction of the reset, or records there that it is to be removed. */
  clear(trx: Db, userId: string): Promise<void>
  /** Removes what was recorded, after the commit; a job removes what this could not. Never rejects. */
  finish(): Promise<void>
}

/** The account that the token of a mailed reset link is for. Refuses (400) a token that is unknown, used or expired. */
export async function findResetAccount(
  db: Db,
  nowMs: number,
  token: string,
): Promise<{ userId: string; email: string }> {
  const link = await db
    .selectFrom('verification')
    .innerJoin('user', 'user.id', 'verification.value')
    .select(['verification.value as userId', 'verification.expiresAt', 'user.email'])
    .where('verification.identifier', '=', await identifierOf(token))
    .executeTakeFirst()
  if (!link || instantMs(link.expiresAt) <= nowMs) throw invalidToken()
  return link
}

/** What a reset sets, and from where. */
interface NewPassword {
  readonly token: string
  readonly passwordHash: string
  readonly firstReset: FirstReset
  readonly origin?: Origin
}

/**
 * Sets the password of the account that the token is for, once. In the same transaction every session and every other
 * reset link of the account ends, the generation of its credentials is raised, and its address is verified: the link
 * proves access to the mailbox. The first verification removes all that was stored before. Resolves to the account. Refuses
 * (400) a token that is unknown, used or expired.
 */
export async function resetPassword(
  shop: Shop,
  { token, passwordHash, firstReset, origin }: NewPassword,
): Promise<KnownAccount> {
  const identifier = await identifierOf(token)
  const now = toIso(shop.now())
  const reset = await shop.db.transaction().execute(async (trx) => {
    const { userId } = await findResetAccount(trx, shop.now(), token)
    const user = await trx
      .selectFrom('user')
      .select(['emailVerified', 'credentialGeneration'])
      .where('id', '=', userId)
      // Of two links used at the same time the second waits here, then finds that it has ended.
      .forNoKeyUpdate()
      .executeTakeFirst()
    const links = await trx
      .deleteFrom('verification')
      .where('value', '=', userId)
      .returning('identifier')
      .execute()
    if (!user || !links.some((link) => link.identifier === identifier)) throw invalidToken()
    const credentialGeneration = user.credentialGeneration + 1
    await trx
      .updateTable('user')
      .set({ emailVerified: 1, credentialGeneration, updatedAt: now })
      .where('id', '=', userId)
      .execute()
    await setPassword(trx, { userId, passwordHash, now })
    // Whoever asked for another address may be whom the reset shuts out.
    await trx
      .deleteFrom('new_emails')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .execute()
    const isFirst = !isSet(user.emailVerified)
    if (isFirst) await clearAccount(trx, firstReset, userId)
    await trx.deleteFrom('session').where('userId', '=', userId).execute()
    await recordSecurityEvent(trx, { userId, kind: 'password_reset', at: shop.now() }, origin)
    await mailPasswordChanged({ ...shop, db: trx }, userId)
    return { account: { id: userId, credentialGeneration }, isFirst }
  })
  if (reset.isFirst) await firstReset.finish()
  return reset.account
}

async function setPassword(
  trx: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: string },
): Promise<void> {
  const updated = await trx
    .updateTable('account')
    .set({ password: passwordHash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  await trx
    .insertInto('account')
    .values({
      id: newId(),
      accountId: userId,
      providerId: 'credential',
      userId,
      password: passwordHash,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

/**
 * Removes what whoever made the account has stored: other ways to sign in, such as a Google account with an unverified
 * address, and passkeys; a second factor, which would shut the owner of the mailbox out; contact data, picture, and what other
 * features keep. The name stays, since an account needs one.
 */
async function clearAccount(trx: Db, firstReset: FirstReset, userId: string): Promise<void> {
  await trx
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .execute()
  await trx
    .updateTable('user')
    .set({ phone: null, address: null, designation: null, image: null, twoFactorEnabled: 0 })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('twoFactor').where('userId', '=', userId).execute()
  await trx.deleteFrom('security_events').where('user_id', '=', userId).execute()
  await trx.deleteFrom('new_emails').where('user_id', '=', userId).execute()
  await trx.deleteFrom('passkey').where('userId', '=', userId).execute()
  await firstReset.clear(trx, userId)
}

const identifierOf = (token: string): Promise<string> => hashIdentifier(`reset-password:${token}`)

const invalidToken = (): AppError =>
  new AppError('bad_request', 'Invalid token', { message: 'Invalid token', authCode: 'INVALID_TOKEN' })
