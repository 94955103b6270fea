import '../tables.ts'
import { sql } from 'kysely'
import { rightRequired, type SignedInUser } from '#features/accounts/accounts.ts'
import { hasRight } from '#features/accounts/rights.ts'
import { addressLines } from '#features/delivery/delivery.ts'
import { recordAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { countUpToLimit } from '#kit/db/row-counts.ts'
import { contains, searchWords } from '#kit/input/search.ts'
import { centsToDollars } from '#kit/money.ts'
import { AppError } from '#kit/server/app-error.ts'
import { type Paged, readPage, toPaged } from '#kit/server/paging.ts'
import type { Shop } from '#kit/shop.ts'
import { foldText } from '#kit/text/fold-text.ts'
import { toIso } from '#kit/time.ts'
import { fromAbove } from '../handed/handed.ts'
import { readBillTo } from '../members/bill-to.ts'
import { termsColumns, toTerms } from '../members/company-terms.ts'
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
  const terms = toTerms(row)
  return {
    _id: row.id,
    revision: row.revision,
    name: row.name,
    billTo,
    billToLines: addressLines(billTo),
    ...(row.vat_id !== null && { vatId: row.vat_id }),
    ...(row.blocked === 1 && { blocked: true as const }),
    ...(row.note !== null && { note: row.note }),
    createdAt: toIso(row.created_at),
    members: await listMembersOf(db, id),
    ...(terms && {
      terms,
      credit: { limit: terms.credit, used: centsToDollars(await fromAbove().findUsedCredit(db, id)) },
    }),
  }
}

const noCompany = (): AppError => new AppError('not_found', 'There is no such company.')

/**
 * Sets what is given of a company: whether it is blocked, so that it orders nothing and reads everything, the note of the staff, and the
 * terms on which it orders on account. Orders that are placed keep theirs. Refused: terms without the right `money`, and the rest without
 * `people` (403), an unknown company (404), and a revision that is not the present one (409).
 */
export async function manageCompany(
  shop: Shop,
  by: SignedInUser,
  id: string,
  { revision, ...given }: ManageCompany,
): Promise<ManagedCompany> {
  refuseWithoutRight(by, given)
  await shop.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw noCompany()
    if (before.revision !== revision)
      throw new AppError('conflict', 'The company was changed elsewhere meanwhile. Load it again.')
    const { blocked = before.blocked === 1, note = before.note ?? '', terms = toTerms(before) } = given
    const after = {
      blocked: blocked ? (1 as const) : (0 as const),
      note: note || null,
      ...termsColumns(terms ?? undefined),
    }
    await trx
      .updateTable('companies')
      .set({ ...after, revision: revision + 1 })
      .where('id', '=', id)
      .execute()
    const changes = [
      ...(before.blocked === after.blocked
        ? []
        : [{ field: 'blocked', from: before.blocked === 1, to: blocked }]),
      ...(before.note === after.note ? [] : [{ field: 'note', from: before.note, to: after.note }]),
      ...(before.terms_days === after.terms_days && before.credit_cents === after.credit_cents
        ? []
        : [{ field: 'terms', from: toTerms(before) ?? null, to: terms ?? null }]),
    ]
    await recordAudit(trx, { by, at: shop.now(), kind: 'company.changed', subject: id, changes })
  })
  return findCompany(shop.db, id)
}

/** Money is the business of who has the right to it, and who may order at all of who looks after people. */
function refuseWithoutRight(by: SignedInUser, { terms, ...rest }: Omit<ManageCompany, 'revision'>): void {
  const isOfRest = Object.values(rest).some((value) => value !== undefined)
  for (const right of [
    ...(terms === undefined ? [] : ['money' as const]),
    ...(isOfRest ? ['people' as const] : []),
  ])
    if (!hasRight(by, right)) throw rightRequired(right, by)
}

/** The names of these companies by their ids. */
export async function findCompanyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
