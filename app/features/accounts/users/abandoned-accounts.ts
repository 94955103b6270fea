import type { Db } from '#kit/db/db.ts'
import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import '../tables.ts'

/** An account that nobody has verified may be deleted so long after it was made and last changed. */
const KEPT_MS = 90 * DAY_MS

/** Few, since the rows of other tables that refer to each account are looked for. */
const BATCH = 100

/** The ids of those of these accounts that something else of the shop refers to. */
export type FindReferred = (db: Db, userIds: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Deletes accounts with what is stored for them alone: sessions, ways to sign in, carts. Deleted are those that were made
 * and last changed more than 90 days ago and whose address was never verified. Kept are admins, banned users, whoever has a
 * valid session or reset link, and those that one of `referred` names.
 */
export async function deleteAbandonedAccounts(shop: Shop, referred: readonly FindReferred[]): Promise<void> {
  for (let after = '', found = BATCH; found === BATCH; ) {
    const rows = await selectAbandoned(shop, shop.db)
      .where('user.id', '>', after)
      .orderBy('user.id')
      .limit(BATCH)
      .execute()
    const ids = await leaveOut(shop.db, idsOf(rows), referred)
    if (ids.length > 0) await deleteStillAbandoned(shop, ids, referred)
    after = rows.at(-1)?.id ?? after
    found = rows.length
  }
}

/** Asks again under a lock: until the transaction ends nothing that refers to these accounts can be added. */
async function deleteStillAbandoned(
  shop: Shop,
  ids: readonly string[],
  referred: readonly FindReferred[],
): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    await trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
    const rows = await selectAbandoned(shop, trx).where('user.id', 'in', ids).execute()
    const deleted = await leaveOut(trx, idsOf(rows), referred)
    if (deleted.length > 0) await trx.deleteFrom('user').where('id', 'in', deleted).execute()
  })
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

async function leaveOut(
  db: Db,
  ids: readonly string[],
  referred: readonly FindReferred[],
): Promise<readonly string[]> {
  let left = ids
  for (const find of referred) {
    const kept = await find(db, left)
    left = left.filter((id) => !kept.has(id))
  }
  return left
}

function selectAbandoned({ now }: Shop, db: Db) {
  const nowIso = toIso(now())
  const before = now() - KEPT_MS
  return db
    .selectFrom('user')
    .select('user.id')
    .where('user.id', '<', idsFrom(before))
    .where('user.updatedAt', '<', toIso(before))
    .where('user.emailVerified', '=', 0)
    .where((eb) => eb.or([eb('user.role', 'is', null), eb('user.role', '<>', 'admin')]))
    .where((eb) => eb.or([eb('user.banned', 'is', null), eb('user.banned', '=', 0)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .whereRef('session.userId', '=', 'user.id')
            .where('session.expiresAt', '>', nowIso),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('verification')
            .select('verification.id')
            .whereRef('verification.value', '=', 'user.id')
            .where('verification.expiresAt', '>', nowIso),
        ),
      ),
    )
}
