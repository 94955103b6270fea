import '../tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { lockCustomer, type SignedInUser } from '#features/accounts/accounts.ts'
import { type PriceBuyer, priceBuyer } from '#features/agreed-prices/agreed-prices.ts'
import { findQuotedProducts } from '#features/catalog/catalog.ts'
import { quoteWorded } from '#features/quote/quote.ts'
import type { Db } from '#kit/db/db.ts'
import { newId } from '#kit/id.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { MAXIMUM_LISTS, MAXIMUM_UNVERIFIED_LISTS } from '../limits.ts'
import type { ChangeList, ListLine, ListSummary, SavedList, SaveList } from '../schema.ts'

/** Who has lists. */
type ListOwner = Pick<SignedInUser, 'id'>

/** Whose a list is: the condition by which every statement about the lists of somebody finds them. */
export const ownLists = ({ id }: ListOwner): RawBuilder<boolean> => sql`saved_lists.user_id = ${id}`

/** A page of the lists of a customer, the one that was changed last first, without their lines. */
export async function listSavedLists(
  db: Db,
  owner: ListOwner,
  query: PageQuery,
): Promise<Paged<ListSummary>> {
  const page = readPage(query, ['number', 'string'])
  const rows = await db
    .selectFrom('saved_lists')
    .select(SUMMARY_COLUMNS)
    .where(ownLists(owner))
    .$if(page.after !== undefined, (lists) =>
      lists.where(sql<boolean>`(updated_at, id) < (${sql.join([...(page.after ?? [])])})`),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const total = await countLists(db, owner)
  const paged = toPaged(rows, page, { total }, ({ updated_at, id }) => [updated_at, id])
  return { ...paged, rows: paged.rows.map(toSummary) }
}

type PageQuery = Parameters<typeof readPage>[0]

async function countLists(db: Db, owner: ListOwner): Promise<number> {
  const { count } = await db
    .selectFrom('saved_lists')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ownLists(owner))
    .executeTakeFirstOrThrow()
  return count
}

/** A list of the customer with what its lines cost now. Another's or an unknown one is refused (404). */
export async function findSavedList(shop: Shop, owner: ListOwner, id: string): Promise<SavedList> {
  const row = await selectLists(shop.db, owner).where('id', '=', id).executeTakeFirst()
  if (!row) throw listNotFound()
  return toSavedList(shop, owner.id, row)
}

/** Saves a new list. Refused: unknown products (422), more than 100 lists, or 10 until the e-mail is verified (409 `too_many`). */
export async function addSavedList(shop: Shop, customer: SignedInUser, given: SaveList): Promise<SavedList> {
  const now = shop.now()
  const row = { id: newId(now), ...columnsOf(given), revision: 1, share_hash: null, updated_at: now }
  await changeLists(shop, customer, async (trx) => {
    await refuseUnknown(trx, given.lines)
    refuseTooMany(await countLists(trx, customer), customer)
    await trx
      .insertInto('saved_lists')
      .values({ ...row, user_id: customer.id, created_at: now })
      .execute()
  })
  return toSavedList(shop, customer.id, row)
}

function refuseTooMany(count: number, { emailVerified }: SignedInUser): void {
  if (count >= MAXIMUM_LISTS)
    throw new AppError(
      'too_many',
      `You have ${MAXIMUM_LISTS} lists, the most there can be. Delete one first.`,
    )
  if (!emailVerified && count >= MAXIMUM_UNVERIFIED_LISTS)
    throw new AppError(
      'too_many',
      `You have ${count} lists, the most until your e-mail is confirmed. Delete one, or confirm your e-mail.`,
    )
}

/** Replaces a list. Refused: another's (404), one that was changed elsewhere meanwhile (409), unknown products (422). */
export async function changeSavedList(
  shop: Shop,
  customer: SignedInUser,
  id: string,
  { revision, ...given }: ChangeList,
): Promise<SavedList> {
  const row = await changeLists(shop, customer, async (trx) => {
    const before = await selectLists(trx, customer).where('id', '=', id).executeTakeFirst()
    if (!before) throw listNotFound()
    if (before.revision !== revision)
      throw new AppError(REVISION_CHANGED, 'The list was changed meanwhile. Load it again.')
    await refuseUnknown(trx, given.lines)
    const changes = { ...columnsOf(given), revision: revision + 1, updated_at: shop.now() }
    await trx.updateTable('saved_lists').set(changes).where(ownLists(customer)).where('id', '=', id).execute()
    return { ...before, ...changes }
  })
  return toSavedList(shop, customer.id, row)
}

/** Deletes a list, and with it the link by which it was shared. Another's or an unknown one is refused (404). */
export async function deleteSavedList(shop: Shop, customer: SignedInUser, id: string): Promise<void> {
  await changeLists(shop, customer, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('saved_lists')
      .where(ownLists(customer))
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw listNotFound()
  })
}

/** Deletes all lists of an account. */
export async function deleteSavedListsOf(trx: Db, userId: string): Promise<void> {
  await trx
    .deleteFrom('saved_lists')
    .where(ownLists({ id: userId }))
    .execute()
}

export const listNotFound = (): AppError => new AppError('not_found', 'There is no such list.')

const SUMMARY_COLUMNS = ['id', 'name', 'line_count', 'share_hash', 'updated_at'] as const

const COLUMNS = [...SUMMARY_COLUMNS, 'lines', 'revision'] as const

type ListRow = Awaited<ReturnType<ReturnType<typeof selectLists>['execute']>>[number]

const selectLists = (db: Db, owner: ListOwner) =>
  db.selectFrom('saved_lists').select(COLUMNS).where(ownLists(owner))

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

const columnsOf = ({ name, lines }: SaveList) => ({
  name,
  lines: JSON.stringify(lines.map(({ own: ownNumber, ...line }) => ({ ...line, ownNumber }))),
  line_count: lines.length,
})

/** A line as it is stored: its own part number by the name that it had first. */
type StoredLine = Omit<ListLine, 'own'> & { readonly ownNumber?: string }

const linesOf = ({ lines }: Pick<ListRow, 'lines'>): ListLine[] =>
  JSON.parse(lines).map(({ ownNumber: own, ...line }: StoredLine) => ({ ...line, own }))

const toSummary = (row: Pick<ListRow, (typeof SUMMARY_COLUMNS)[number]>): ListSummary => ({
  _id: row.id,
  name: row.name,
  lineCount: row.line_count,
  isShared: row.share_hash !== null,
  updatedAt: toIso(row.updated_at),
})

const toSavedList = async (shop: Shop, userId: string, row: ListRow): Promise<SavedList> => ({
  ...toSummary(row),
  revision: row.revision,
  ...(await quoteList(shop.db, await priceBuyer(shop, userId), row)),
})

/** The lines of a list in their sequence, as they cost the buyer now. A part that is no longer sold stays, as `unknown`. */
export async function quoteList(db: Db, buyer: PriceBuyer, row: Pick<ListRow, 'lines'>) {
  const { totalPrice, orderable, lines } = await quoteWorded(db, buyer, linesOf(row))
  return {
    totalPrice,
    orderable,
    lines: lines.map((line) => ({ ...line, ...(line.own !== undefined && { ownNumber: line.own }) })),
  }
}
