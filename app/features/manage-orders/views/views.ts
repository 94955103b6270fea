import type { SignedInUser } from '#features/accounts/accounts.ts'
import { MAXIMUM_VIEWS } from '#features/orders/limits.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { foldText } from '#kit/text/fold-text.ts'
import type { SavedView, SaveView } from './schema.ts'
import '../tables.ts'

/** The views of the admin by name, at most 20. */
export async function listViews(db: Db, adminId: string): Promise<SavedView[]> {
  const rows = await selectViews(db, adminId).orderBy('folded_name').limit(MAXIMUM_VIEWS).execute()
  return rows.map(({ id, name, filter }) => ({ _id: id, name, filter: JSON.parse(filter) }))
}

const selectViews = (db: Db, adminId: string) =>
  db.selectFrom('order_views').select(['id', 'name', 'folded_name', 'filter']).where('user_id', '=', adminId)

/** Saves a new view of the admin. Refused (409): a name that the admin has already, and the 21st view. */
export async function addView(shop: Shop, admin: SignedInUser, view: SaveView): Promise<SavedView> {
  const at = shop.now()
  const id = newId(at)
  return changeViews(shop, admin, async (trx, views) => {
    if (views.length >= MAXIMUM_VIEWS)
      throw new AppError(
        'conflict',
        `You have ${MAXIMUM_VIEWS} views, the most there can be. Delete one first.`,
      )
    refuseSameName(views, view.name)
    await trx
      .insertInto('order_views')
      .values({ id, user_id: admin.id, ...columnsOf(view) })
      .execute()
    await recordAudit(trx, { by: admin, at, kind: 'order-view.saved', subject: view.name })
    return { _id: id, ...view }
  })
}

/** Replaces name and filter of the admin's view. Refused: another's view (404), the name of another view (409). */
export async function replaceView(
  shop: Shop,
  admin: SignedInUser,
  id: string,
  view: SaveView,
): Promise<SavedView> {
  return changeViews(shop, admin, async (trx, views) => {
    const before = views.find((one) => one.id === id)
    if (!before) throw new AppError('not_found', 'There is no such view.')
    refuseSameName(
      views.filter((one) => one.id !== id),
      view.name,
    )
    await trx.updateTable('order_views').set(columnsOf(view)).where('id', '=', id).execute()
    const changes = [{ field: 'name', from: before.name, to: view.name }]
    await recordAudit(trx, {
      by: admin,
      at: shop.now(),
      kind: 'order-view.changed',
      subject: view.name,
      ...(before.name !== view.name && { changes }),
    })
    return { _id: id, ...view }
  })
}

/** Deletes the admin's view. Returns how many there were: 0 or 1. */
export async function deleteView(shop: Shop, admin: SignedInUser, id: string): Promise<number> {
  return shop.db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('order_views')
      .where('id', '=', id)
      .where('user_id', '=', admin.id)
      .returning('name')
      .executeTakeFirst()
    if (!deleted) return 0
    await recordAudit(trx, { by: admin, at: shop.now(), kind: 'order-view.deleted', subject: deleted.name })
    return 1
  })
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number]

/** Runs the change with the admin's views while no other request can change them. */
function changeViews<Result>(
  shop: Shop,
  admin: SignedInUser,
  change: (trx: Db, views: readonly ViewRow[]) => Promise<Result>,
): Promise<Result> {
  return shop.db.transaction().execute(async (trx) => {
    // The row of the admin, because the views to come have none to lock. SQLite has a single writer anyway.
    await trx.selectFrom('user').select('id').where('id', '=', admin.id).forNoKeyUpdate().execute()
    return change(trx, await selectViews(trx, admin.id).execute())
  })
}

const columnsOf = ({ name, filter }: SaveView) => ({
  name,
  folded_name: foldText(name),
  filter: JSON.stringify(filter),
})

function refuseSameName(views: readonly ViewRow[], name: string): void {
  const same = views.find(({ folded_name }) => folded_name === foldText(name))
  if (same) throw new AppError('conflict', `You have a view “${same.name}” already. Choose another name.`)
}

/** Deletes what somebody of the staff has set for the list of orders: views and columns. */
export async function deleteViewsOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('order_views').where('user_id', '=', userId).execute()
  await trx.deleteFrom('order_columns').where('user_id', '=', userId).execute()
}
