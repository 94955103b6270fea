import type { Db } from '#kit/db/db.ts'
import type { Shop } from '#kit/shop.ts'

/** Whether an account has more than a password or Google: a code of an app. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account can sign in by a passkey, which stands for both factors. */
export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('passkey').select('id').where('userId', '=', userId).executeTakeFirst()
  return row !== undefined
}

/**
 * Whether somebody of the staff has to set up a second factor first, by `REQUIRE_SECOND_FACTOR`. Beside a passkey, which is enough for
 * it, a password still signs in alone.
 */
export const lacksFactor = async (
  { config }: Pick<Shop, 'config'>,
  db: Db,
  userId: string,
): Promise<boolean> =>
  config.secondFactorFor === 'staff' &&
  !((await hasSecondFactor(db, userId)) || (await hasPasskey(db, userId)))

/** Whether an account has a password or a passkey: then Google alone does not prove that its owner is there. */
export async function hasOwnProof(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row !== undefined || (await hasPasskey(db, userId))
}

/** Whether an admin has a second factor or a passkey. */
export async function isAnAdminSafe(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where((eb) =>
      eb.or([
        eb('twoFactorEnabled', '=', 1),
        eb.exists(eb.selectFrom('passkey').select('id').whereRef('passkey.userId', '=', 'user.id')),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
