import { type Actor, recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { isBanned, isSet } from '../tables.ts'
import { unknownUser } from './users.ts'

/**
 * Makes the user with this address an admin; resolves to the number of changed users (0: is one already). Refuses an
 * unknown address (`not_found`) and an unverified one (`conflict`): anyone can register any address.
 */
export async function makeAdmin(shop: Shop, admin: Actor, email: string): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const { numUpdatedRows } = await trx
      .updateTable('user')
      .set({ role: 'admin', updatedAt: toIso(at) })
      .where('email', '=', email)
      .where('emailVerified', '=', 1)
      .where((eb) => eb.or([eb('role', 'is', null), eb('role', '<>', 'admin')]))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await recordAudit(trx, { by: admin, at, kind: 'user.made_admin', subject: email })
      return 1
    }
    const user = await trx
      .selectFrom('user')
      .select(['role', 'emailVerified'])
      .where('email', '=', email)
      .executeTakeFirst()
    if (!user) throw unknownUser()
    if (user.role !== 'admin' && !isSet(user.emailVerified)) {
      throw new AppError(
        'conflict',
        'This user has not confirmed the e-mail address yet, so cannot be made an admin.',
      )
    }
    return 0
  })
}

/**
 * Takes the role from the admin with this address; resolves to the number of changed users (0: is none). The sessions of
 * that user stay, without the role. Refuses an unknown address (`not_found`), the last admin who can sign in (`conflict`)
 * and a caller who is no longer an admin (`forbidden`): of two admins who unmake each other at once, one stays.
 */
export async function unmakeAdmin(shop: Shop, admin: Actor, email: string): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const admins = await lockAdmins(trx)
    const found = admins.find((each) => each.email === email)
    if (!found) {
      const user = await trx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
      if (!user) throw unknownUser()
      return 0
    }
    if (!admins.some(({ id, ...each }) => id !== found.id && !isBanned(each, at)))
      throw new AppError('conflict', 'This is the last admin: make another user an admin first.')
    if (!admins.some(({ id }) => id === admin.id)) throw new AppError('forbidden', 'This is for admins only.')
    await trx
      .updateTable('user')
      .set({ role: null, updatedAt: toIso(at) })
      .where('id', '=', found.id)
      .execute()
    await recordAudit(trx, { by: admin, at, kind: 'user.unmade_admin', subject: email })
    return 1
  })
}

/** All admins, locked by id until the transaction ends, so that callers wait for each other. */
function lockAdmins(trx: Db) {
  return (
    trx
      .selectFrom('user')
      .select(['id', 'email', 'banned', 'banExpires'])
      .where('role', '=', 'admin')
      .orderBy('id')
      // Not `for update`: orders of several customers, whose rows they refer to, would wait.
      .forNoKeyUpdate()
      .execute()
  )
}
