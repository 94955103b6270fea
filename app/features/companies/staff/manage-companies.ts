import '../tables.ts'
import { sql } from 'kysely'
import type { SignedInUser } from '#features/accounts/accounts.ts'
import { addressLines } from '#features/delivery/delivery.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { contains, searchWords } from '#kit/input/search.ts'
import { REVISION_CHANGED } from '#kit/problem.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { exactE4, fromE4 } from '#kit/ten-thousandths.ts'
import { foldText } from '#kit/text/fold-text.ts'
import { toIso } from '#kit/time.ts'
import { readBillTo } from '../members/bill-to.ts'
import { listMembersOf } from '../members/members.ts'
import type { ListCompanies, ListedCompany, ManageCompany, ManagedCompany } from './schema.ts'

/** A page of all companies, newest first; with `q` those that have all of its words. */
export async function listCompanies(db: Db, query: ListCompanies): Promise<Paged<ListedCompany>> {
  const page = readPage(query, ['number', 'string'])
  const words = searchWords(foldText(query.q ?? '')).map((word) => contains('companies.search_text', word))
  const isFound = words.length > 0 ? sql<boolean>`${sql.join(words, sql` and `)}` : sql<boolean>`1 = 1`
  const { after } = page
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'name', 'blocked', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('company_members')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('company_members.company_id', '=', 'companies.id')
        .as('memberCount'),
    )
    .where(isFound)
    .$if(after !== undefined, (companies) =>
      companies.where(sql<boolean>`(created_at, id) < (${sql.join([...(after ?? [])])})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const isWholeList = after === undefined && rows.length <= page.limit
  const count = isWholeList
    ? { total: rows.length }
    : await countUpToLimit(db, sql`select 1 from companies where ${isFound}`)
  const paged = toPaged(rows, page, count, ({ created_at, id }) => [created_at, id])
  return {
    ...paged,
    rows: paged.rows.map((row) => ({
      _id: row.id,
      name: row.name,
      memberCount: row.memberCount ?? 0,
      ...(row.blocked === 1 && { blocked: true as const }),
      createdAt: toIso(row.created_at),
    })),
  }
}

/** A company with its members. Refused (404) when there is none. */
export async function findCompany(db: Db, id: string): Promise<ManagedCompany> {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw noCompany()
  const billTo = readBillTo(row)
  return {
    _id: row.id,
    revision: row.revision,
    name: row.name,
    billTo,
    billToLines: addressLines(billTo),
    ...(row.vat_id !== null && { vatId: row.vat_id }),
    ...(row.blocked === 1 && { blocked: true as const }),
    ...(row.discount_e4 > 0 && { discount: fromE4(row.discount_e4) }),
    ...(row.note !== null && { note: row.note }),
    createdAt: toIso(row.created_at),
    members: await listMembersOf(db, id),
  }
}

const noCompany = (): AppError => new AppError('not_found', 'There is no such company.')

/**
 * Blocks a company, which orders nothing and reads everything from then on, or unblocks it, sets what it pays less than the list, and
 * the note of the staff. Refused: an unknown one (404), and a revision that is not the present one (409).
 */
export async function manageCompany(
  shop: Shop,
  by: SignedInUser,
  id: string,
  { blocked, discount, note, revision }: ManageCompany,
): Promise<ManagedCompany> {
  await shop.db.transaction().execute(async (trx) => {
    const before = await lockForStaff(trx, id)
    if (before.revision !== revision)
      throw new AppError(REVISION_CHANGED, 'The company was changed meanwhile. Load it again.')
    const after = {
      blocked: blocked === undefined ? before.blocked : blocked ? (1 as const) : (0 as const),
      discount_e4: discount === undefined ? before.discount_e4 : exactE4(discount),
      note: note || null,
    }
    const hasOtherPrices = before.discount_e4 !== after.discount_e4
    await trx
      .updateTable('companies')
      .set({
        ...after,
        revision: revision + 1,
        prices_revision: before.prices_revision + (hasOtherPrices ? 1 : 0),
      })
      .where('id', '=', id)
      .execute()
    const changes = [
      { field: 'blocked', from: before.blocked === 1, to: after.blocked === 1 },
      { field: 'discount', from: fromE4(before.discount_e4), to: fromE4(after.discount_e4) },
      { field: 'note', from: before.note, to: after.note },
    ].filter(({ from, to }) => from !== to)
    await recordAudit(trx, { by, at: shop.now(), kind: 'company.changed', subject: id, changes })
  })
  return findCompany(shop.db, id)
}

async function lockForStaff(trx: Db, id: string) {
  const row = await trx
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw noCompany()
  return row
}

/** How often the prices of a company were changed. Refused (404) when there is no such company. */
export async function findPricesRevision(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('companies')
    .select('prices_revision')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw noCompany()
  return row.prices_revision
}

/**
 * Changes the prices of a company while nobody else does, and counts that. Returns the revision that they have then. Refused: an unknown
 * company (404), and one with another revision than the `expected` (409).
 */
export async function changePricesRevision(
  trx: Db,
  id: string,
  expected: number | undefined,
  change: () => Promise<boolean>,
): Promise<number> {
  const { prices_revision: revision } = await lockForStaff(trx, id)
  if (expected !== undefined && expected !== revision)
    throw new AppError(REVISION_CHANGED, 'The prices of the company were changed meanwhile. Load them again.')
  if (!(await change())) return revision
  await trx
    .updateTable('companies')
    .set({ prices_revision: revision + 1 })
    .where('id', '=', id)
    .execute()
  return revision + 1
}

/** The names of these companies by their ids. */
export async function findCompanyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
