import { createHash } from 'node:crypto'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/problem.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/to-iso.ts'
import type { KnownAccount } from './known-browser.ts'
import { instantMs, isSet } from './tables.ts'

/** How the sign-in library stores the identifier of a token: a copy of the database contains no usable link. */
export const hashIdentifier = async (identifier: string): Promise<string> =>
  createHash('sha256').update(identifier).digest('base64url')

/** The account that the token of a mailed reset link is for. Refuses (400) a token that is unknown, used or expired. */
export async function findResetAccount(db: Db, nowMs: number, token: string): Promise<string> {
  const link = await db
    .selectFrom('verification')
    .select(['value', 'expiresAt'])
    .where('identifier', '=', await identifierOf(token))
    .executeTakeFirst()
  if (!link || instantMs(link.expiresAt) <= nowMs) throw invalidToken()
  return link.value
}

/**
 * Sets the password of the account that the token is for, once. In the same transaction every session and every other
 * reset link of the account ends, the generation of its credentials is raised, and its address is verified: the link
 * proves access to the mailbox. Resolves to the account. Refuses (400) a token that is unknown, used or expired.
 */
export async function resetPassword(shop: Shop, token: string, passwordHash: string): Promise<KnownAccount> {
  const identifier = await identifierOf(token)
  const now = toIso(shop.now())
  return shop.db.transaction().execute(async (trx) => {
    const userId = await findResetAccount(trx, shop.now(), token)
    const user = await trx
      .selectFrom('user')
      .select(['emailVerified', 'credentialGeneration'])
      .where('id', '=', userId)
      // Of two links used at the same time the second waits here, then finds that it has ended.
      .$if(shop.kind === 'postgres', (query) => query.forNoKeyUpdate())
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
    if (!isSet(user.emailVerified)) await removeOtherSignIns(trx, userId)
    await trx.deleteFrom('session').where('userId', '=', userId).execute()
    return { id: userId, credentialGeneration }
  })
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
 * Before the address was verified anyone could have created the account, also with a Google account with an unverified
 * address.
 */
async function removeOtherSignIns(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .execute()
}

const identifierOf = (token: string): Promise<string> => hashIdentifier(`reset-password:${token}`)

const invalidToken = (): AppError =>
  new AppError('bad_request', 'Invalid token', { message: 'Invalid token', authCode: 'INVALID_TOKEN' })
