import type { Db } from '#kit/db/db.ts'
import { idsFrom } from '#kit/id.ts'
import type { Shop } from '#kit/shop.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import '../tables.ts'

/** An account that nobody has verified may be deleted so long after it was made and last changed. */
const KEPT_MS = 90 * DAY_MS

/** Few, since the rows of other tables that refer to each account are looked for. */
const BATCH = 100

/** The ids of those of these accounts that something else of the shop refers to; `before` (ms) is what counts as long ago. */
type FindReferred = (db: Db, userIds: readonly string[], before: number) => Promise<ReadonlySet<string>>

/** Deletes what a feature stores of accounts that are deleted, which it did not name before. */
type DeleteOwn = (trx: Db, userIds: readonly string[]) => Promise<void>

/** What else of the shop has to do with accounts. `own` runs in its sequence. */
export interface Dependents {
  readonly referred: readonly FindReferred[]
  readonly own: readonly DeleteOwn[]
}

/**
 * Deletes accounts with what is stored for them alone: sessions, ways to sign in, carts, orders that came to nothing. Deleted are
 * those that were made and last changed more than 90 days ago and whose address was never verified. Kept are admins, banned
 * users, whoever has a valid session or reset link, and those that one of `referred` names.
 */
export async function deleteAbandonedAccounts(shop: Shop, dependents: Dependents): Promise<void> {
  for (let after = '', found = BATCH; found === BATCH; ) {
    const rows = await selectAbandoned(shop, shop.db)
      .where('user.id', '>', after)
      .orderBy('user.id')
      .limit(BATCH)
      .execute()
    const ids = await leaveOut(shop, shop.db, idsOf(rows), dependents.referred)
    if (ids.length > 0) await deleteStillAbandoned(shop, ids, dependents)
    after = rows.at(-1)?.id ?? after
    found = rows.length
  }
}

/** Asks again under a lock: until the transaction ends nothing that refers to these accounts can be added. */
async function deleteStillAbandoned(
  shop: Shop,
  ids: readonly string[],
  { referred, own }: Dependents,
): Promise<void> {
  await shop.db.transaction().execute(async (trx) => {
    await trx.selectFrom('user').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
    const rows = await selectAbandoned(shop, trx).where('user.id', 'in', ids).execute()
    const deleted = await leaveOut(shop, trx, idsOf(rows), referred)
    if (deleted.length === 0) return
    for (const deleteOwn of own) await deleteOwn(trx, deleted)
    await trx.deleteFrom('user').where('id', 'in', deleted).execute()
  })
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

async function leaveOut(
  { now }: Shop,
  db: Db,
  ids: readonly string[],
  referred: readonly FindReferred[],
): Promise<readonly string[]> {
  let left = ids
  for (const find of referred) {
    const kept = await find(db, left, now() - KEPT_MS)
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
