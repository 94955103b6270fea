import { recordAudit } from '#kit/audit/audit.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { isBanned, isSet } from '../tables.ts'
import { type Caller, lockAdmins } from './lock-admins.ts'
import { noteRole } from './staff.ts'
import { unknownUser } from './users.ts'

/**
 * Makes the user with this address an admin; resolves to the number of changed users (0: is one already). Refuses an
 * unknown address (`not_found`) and an unverified one (`conflict`): anyone can register any address; and as {@link lockAdmins}.
 */
export async function makeAdmin(shop: Shop, admin: Caller, email: string): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    await lockAdmins(trx, admin)
    const made = await trx
      .updateTable('user')
      .set({ role: 'admin', rights: null, updatedAt: toIso(at) })
      .where('email', '=', email)
      .where('emailVerified', '=', 1)
      .where((eb) => eb.or([eb('role', 'is', null), eb('role', '<>', 'admin')]))
      .returning('id')
      .executeTakeFirst()
    if (made) {
      await noteRole(trx, { userId: made.id, email, at }, 'You are an admin of the shop now.')
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
 * and as {@link lockAdmins}: of two admins who unmake each other at once, one stays.
 */
export async function unmakeAdmin(shop: Shop, admin: Caller, email: string): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const at = shop.now()
    const admins = await lockAdmins(trx, admin)
    const found = admins.find((each) => each.email === email)
    if (!found) {
      const user = await trx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
      if (!user) throw unknownUser()
      return 0
    }
    if (!admins.some(({ id, ...each }) => id !== found.id && !isBanned(each, at)))
      throw new AppError('conflict', 'This is the last admin: make another user an admin first.')
    await trx
      .updateTable('user')
      .set({ role: null, updatedAt: toIso(at) })
      .where('id', '=', found.id)
      .execute()
    await noteRole(trx, { userId: found.id, email, at }, 'You are no longer an admin of the shop.')
    await recordAudit(trx, { by: admin, at, kind: 'user.unmade_admin', subject: email })
    return 1
  })
}
