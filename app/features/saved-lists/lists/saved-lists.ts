import '../tables.ts'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { findQuotedProducts } from '#features/catalog/catalog.ts'
import { quoteLines } from '#features/quote/quote.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { AppError } from '#kit/server/app-error.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { MAXIMUM_LISTS } from '../limits.ts'
import type { ChangeList, ListLine, ListSummary, SavedList, SaveList } from '../schema.ts'

/** The lists of a customer, the one that was changed last first. */
export async function listSavedLists(db: Db, userId: string): Promise<ListSummary[]> {
  const rows = await selectLists(db, userId).orderBy('updated_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(toSummary)
}

/** A list of the customer with what its lines cost now. Another's or an unknown one is refused (404). */
export async function findSavedList(db: Db, userId: string, id: string): Promise<SavedList> {
  const row = await selectLists(db, userId).where('id', '=', id).executeTakeFirst()
  if (!row) throw listNotFound()
  return toSavedList(db, row)
}

/** Saves a new list. Refused: unknown products (422), more than 100 lists (409 `too_many`). */
export async function addSavedList(shop: Shop, customer: SignedInUser, given: SaveList): Promise<SavedList> {
  const now = shop.now()
  const row = { id: newId(now), ...columnsOf(given), revision: 1, share_hash: null, updated_at: now }
  await changeLists(shop, customer, async (trx) => {
    await refuseUnknown(trx, given.lines)
    const { count } = await trx
      .selectFrom('saved_lists')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', customer.id)
      .executeTakeFirstOrThrow()
    if (count >= MAXIMUM_LISTS)
      throw new AppError(
        'too_many',
        `You have ${MAXIMUM_LISTS} lists, the most there can be. Delete one first.`,
      )
    await trx
      .insertInto('saved_lists')
      .values({ ...row, user_id: customer.id, created_at: now })
      .execute()
  })
  return toSavedList(shop.db, row)
}

/** Replaces a list. Refused: another's (404), one that was changed elsewhere meanwhile (409), unknown products (422). */
export async function changeSavedList(
  shop: Shop,
  customer: SignedInUser,
  id: string,
  { revision, ...given }: ChangeList,
): Promise<SavedList> {
  const row = await changeLists(shop, customer, async (trx) => {
    const before = await selectLists(trx, customer.id).where('id', '=', id).executeTakeFirst()
    if (!before) throw listNotFound()
    if (before.revision !== revision)
      throw new AppError('conflict', 'The list was changed elsewhere meanwhile. Load it again.')
    await refuseUnknown(trx, given.lines)
    const changes = { ...columnsOf(given), revision: revision + 1, updated_at: shop.now() }
    await trx.updateTable('saved_lists').set(changes).where('id', '=', id).execute()
    return { ...before, ...changes }
  })
  return toSavedList(shop.db, row)
}

/** Deletes a list, and with it the link by which it was shared. Another's or an unknown one is refused (404). */
export async function deleteSavedList(shop: Shop, customer: SignedInUser, id: string): Promise<void> {
  await changeLists(shop, customer, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('saved_lists')
      .where('user_id', '=', customer.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw listNotFound()
  })
}

/** Deletes all lists of an account. */
export async function deleteSavedListsOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('saved_lists').where('user_id', '=', userId).execute()
}

export const listNotFound = (): AppError => new AppError('not_found', 'There is no such list.')

const COLUMNS = ['id', 'name', 'lines', 'revision', 'share_hash', 'updated_at'] as const

type ListRow = Awaited<ReturnType<ReturnType<typeof selectLists>['execute']>>[number]

const selectLists = (db: Db, userId: string) =>
  db.selectFrom('saved_lists').select(COLUMNS).where('user_id', '=', userId)

/** Runs the change while no other request can change the customer's lists. */
export function changeLists<Result>(
  shop: Shop,
  customer: SignedInUser,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  return shop.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customer)
    return change(trx)
  })
}

async function refuseUnknown(db: Db, lines: readonly ListLine[]): Promise<void> {
  const products = await findQuotedProducts(db, { skus: [], ids: lines.map(({ productId }) => productId) })
  const detail = 'There is no such product.'
  const errors = lines.flatMap(({ productId }, index) =>
    products.byId(productId) ? [] : [{ pointer: `#/lines/${index}/productId`, detail }],
  )
  if (errors.length > 0) throw new AppError('invalid', detail, { errors })
}

const columnsOf = ({ name, lines }: SaveList) => ({ name, lines: JSON.stringify(lines) })

const linesOf = ({ lines }: Pick<ListRow, 'lines'>): ListLine[] => JSON.parse(lines)

const toSummary = (row: ListRow): ListSummary => ({
  _id: row.id,
  name: row.name,
  lineCount: linesOf(row).length,
  isShared: row.share_hash !== null,
  updatedAt: toIso(row.updated_at),
})

const toSavedList = async (db: Db, row: ListRow): Promise<SavedList> => ({
  ...toSummary(row),
  revision: row.revision,
  ...(await quoteList(db, row)),
})

/** The lines of a list in their sequence, as they cost now. A part that is no longer sold stays, as `unknown`. */
export async function quoteList(db: Db, row: Pick<ListRow, 'lines'>) {
  const lines = linesOf(row)
  const { totalPrice, orderable, ...quote } = await quoteLines(
    db,
    lines.map(({ productId, quantity }) => ({ productId, quantity })),
  )
  const own = new Map(lines.map(({ productId, ownNumber, note }) => [productId, { ownNumber, note }]))
  return {
    totalPrice,
    orderable,
    lines: quote.lines.map((line) => {
      const { ownNumber, note } = own.get(line.productId ?? '') ?? {}
      return { ...line, ...(ownNumber !== undefined && { ownNumber }), ...(note !== undefined && { note }) }
    }),
  }
}
