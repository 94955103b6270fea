import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { type Origin, recordSecurityEvent } from '../events/events.ts'
import { mailOwner } from '../events/security-mails.ts'
import { accountRefusals } from '../refusals.ts'
import { lockCustomer, type SignedInUser } from '../sessions/session-users.ts'
import { instantMs } from '../tables.ts'
import { addedMail, removedMail } from './passkey-mails.ts'
import type { Passkey } from './schema.ts'
import { waysIn } from './ways-in.ts'

/** An account has so many at most: one for each device, and some in reserve. */
const MOST_PASSKEYS = 20

const UNNAMED = 'Passkey'

/** A passkey whose registration the library has checked. */
export interface NewPasskey {
  readonly credentialId: string
  /** In base64, as the library reads it. */
  readonly publicKey: string
  readonly counter: number
  readonly deviceType: string
  readonly backedUp: boolean
  readonly transports: readonly string[]
  readonly aaguid: string
}

/** A passkey that has signed the challenge of a call. */
export interface UsedPasskey {
  readonly id: string
  readonly userId: string
}

/** Whose passkeys a call is about. */
type Holder = Pick<SignedInUser, 'id' | 'sessionId'>

/** The passkeys of an account, in the order in which they were added; never a key. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? UNNAMED,
    createdAt: toIso(instantMs(row.createdAt)),
    ...(row.lastUsedAt !== null && { lastUsedAt: toIso(row.lastUsedAt) }),
  }))
}

/**
 * Adds a passkey to the account of a session. Refuses (409) a passkey that an account has already, and more than 20; (401) when the
 * session has ended meanwhile.
 */
export async function addPasskey(
  shop: Shop,
  holder: Holder,
  { credentialId, transports, ...checked }: NewPasskey,
  { name = UNNAMED, origin }: { readonly name?: string | undefined; readonly origin: Origin },
): Promise<Passkey> {
  const at = shop.now()
  const passkey = { id: newId(at), name, createdAt: toIso(at) }
  await shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, holder)
    const own = await trx.selectFrom('passkey').select('id').where('userId', '=', holder.id).execute()
    if (own.length >= MOST_PASSKEYS) throw new AppError('conflict', TOO_MANY)
    const added = await trx
      .insertInto('passkey')
      .values({
        ...{ ...passkey, ...checked, backedUp: checked.backedUp ? 1 : 0 },
        ...{ userId: holder.id, credentialID: credentialId, transports: transports.join(',') },
      })
      .onConflict((conflict) => conflict.column('credentialID').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AppError('conflict', 'This passkey was added already.')
    await recordSecurityEvent(trx, { userId: holder.id, kind: 'passkey_added', at }, origin)
    await mailOwner({ ...shop, db: trx }, holder.id, (owner) => addedMail(shop, owner, name))
  })
  return passkey
}

const TOO_MANY = `An account can have ${MOST_PASSKEYS} passkeys: remove one that you no longer use first.`

const unknownPasskey = (): AppError => new AppError('not_found', 'Your account has no such passkey.')

/** Gives a passkey of the account another name. Refuses (404) when the account has no such passkey. */
export async function renamePasskey({ db }: Shop, userId: string, id: string, name: string): Promise<void> {
  const renamed = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (renamed.numUpdatedRows === 0n) throw unknownPasskey()
}

/**
 * Removes a passkey of the account. Refuses (404) when the account has no such passkey, and (409 `last_way_in`) its last way in: of two
 * that are removed at once, the second waits for the lock of the account, and finds that it is the last.
 */
export async function removePasskey(
  shop: Shop,
  holder: Holder,
  id: string,
  { origin, hasGoogle }: { readonly origin: Origin; readonly hasGoogle: boolean },
): Promise<void> {
  const at = shop.now()
  await shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, holder)
    const removed = await trx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('userId', '=', holder.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw unknownPasskey()
    const left = await waysIn(trx, holder.id, hasGoogle)
    if (left.length === 0) throw new AppError(accountRefusals.lastWayIn, LAST_WAY_IN)
    await recordSecurityEvent(trx, { userId: holder.id, kind: 'passkey_removed', at }, origin)
    const name = removed.name ?? UNNAMED
    await mailOwner({ ...shop, db: trx }, holder.id, (owner) => removedMail(shop, owner, name))
  })
}

const LAST_WAY_IN =
  'You could not sign in any more without this passkey: add another one, or set a password by “Forgot Password” first.'

/** Whose a passkey is; undefined for one that no account has. */
export async function findPasskeyOwner(db: Db, credentialId: string): Promise<string | undefined> {
  const passkey = db.selectFrom('passkey').select('userId').where('credentialID', '=', credentialId)
  return (await passkey.executeTakeFirst())?.userId
}

/**
 * Notes that a passkey has signed with this count of its own; undefined when it is gone, or has counted as far already: then there is
 * a copy of it. Of two uses at once with the same count one is refused. A passkey that does not count always says 0.
 */
export async function notePasskeyUse(
  { db, now }: Shop,
  credentialId: string,
  counter: number,
): Promise<UsedPasskey | undefined> {
  return db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now() })
    .where('credentialID', '=', credentialId)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returning(['id', 'userId'])
    .executeTakeFirst()
}
