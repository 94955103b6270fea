import { findEmails } from '#features/accounts/accounts.ts'
import { staffCall } from '#features/accounts/calls.ts'
import { hasRight, type Standing } from '#features/accounts/rights.ts'
import { findStocks, listArchivedProducts, listProducts } from '#features/catalog/catalog.ts'
import { findImportNames } from '#features/catalog-import/catalog-import.ts'
import { findCompanyNames } from '#features/companies/companies.ts'
import { findOfferNames } from '#features/offers/offers.ts'
import { findNamedOrders, findOrderIds } from '#features/orders/orders.ts'
import { findReviewNames } from '#features/reviews/reviews.ts'
import { shopTimeZone } from '#features/settings/settings.ts'
import { type AuditEntry, listAudit } from '#kit/audit/audit.ts'
import type { Db } from '#kit/db/db.ts'
import { momentsOf } from '#kit/input/day-range.ts'
import { askedDays } from '#kit/input/day-range-fields.ts'
import { jsonAnswer, PAGING_HEADERS } from '#kit/server/describe.ts'
import { readPage, setPagingHeaders } from '#kit/server/paging.ts'
import { createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import {
  type AuditEntry as AnsweredEntry,
  type AuditQuery,
  auditEntrySchema,
  auditQuerySchema,
} from './schema.ts'

const listRoute = staffCall('people', 'get', '/audit', {
  operationId: 'listAudit',
  summary: 'Every change that an admin made, newest first (admin)',
  description:
    'Filtered by the e-mail address of the admin (`by`), by `kind`, by days in the time zone of the shop (`from`, `to`) and by words (`q`) in what changed, or of the part or the order. With `imports=folded` an import is one entry, without one for each part. Entries are never changed. Those about orders are for staff who also have `orders` or `money`.',
  query: auditQuerySchema,
  answers: { 200: jsonAnswer('Changes', z.array(auditEntrySchema), PAGING_HEADERS) },
})

/** The calls of the audit log. */
export const auditApi = (shop: Shop) =>
  createRouter('Shop').openapi(listRoute, async (c) => {
    const query = c.req.valid('query')
    const entries = await listAudit(
      shop.db,
      await filterOf(shop, c.var.user, query),
      readPage(query, ['number']),
    )
    setPagingHeaders(c, entries)
    const nameOf = await findNames(shop, entries.rows)
    return c.json(
      entries.rows.map((entry) => toResponse(entry, nameOf(entry))),
      200,
    )
  })

export type AuditApi = ReturnType<typeof auditApi>

/** The entries of an import, one for each part. */
const OF_IMPORTS = ['product.imported', 'product.undone']

/** So many parts for sale, archived parts and orders are found by words at most. */
const FOUND_AT_MOST = 100

async function filterOf(
  shop: Shop,
  caller: Standing,
  { q, from, to, range, imports, ...filter }: AuditQuery,
) {
  const timeZone = await shopTimeZone(shop)
  const days = askedDays({ from, to, range }, { now: shop.now(), timeZone })
  return {
    ...filter,
    ...momentsOf(days, timeZone),
    ...(imports && { without: OF_IMPORTS }),
    ...(!hasRight(caller, ['orders', 'money']) && { withoutSubjectKind: 'order' }),
    ...(q?.trim() && { search: { q, subjects: await findSubjects(shop.db, q) } }),
  }
}

async function findSubjects(db: Db, q: string): Promise<string[]> {
  const query = { q, limit: String(FOUND_AT_MOST) }
  const lists = [await listProducts(db, query), await listArchivedProducts(db, query)]
  const parts = lists.flatMap(({ rows }) => rows.map(({ _id }) => _id))
  return [...parts, ...(await findOrderIds(db, q, FOUND_AT_MOST))]
}

type Names = Pick<AnsweredEntry, 'name' | 'sku'>

/** How the subjects are called, of each kind by one query: what a reader knows them by, instead of their ids. */
async function findNames(shop: Shop, entries: readonly AuditEntry[]): Promise<(entry: AuditEntry) => Names> {
  const subjectsOf = (kind: string) => [
    ...new Set(entries.filter((entry) => entry.kind.startsWith(kind)).map(({ subject }) => subject)),
  ]
  const products = await findStocks(shop.db, subjectsOf('product.'))
  const orders = await findNamedOrders(shop, subjectsOf('order.'))
  const named = [
    await findImportNames(shop.db, subjectsOf('import.')),
    new Map(orders.map(({ _id, number }) => [_id, number])),
    await findEmails(shop.db, subjectsOf('customer.')),
    await findCompanyNames(shop.db, subjectsOf('company.')),
    await findOfferNames(shop.db, subjectsOf('offer.')),
    await findReviewNames(shop.db, subjectsOf('review.')),
  ]
  return ({ subject }) =>
    products.get(subject) ?? { name: named.map((names) => names.get(subject)).find(Boolean) }
}

function toResponse({ id, at, by, kind, subject, changes, reason }: AuditEntry, { name, sku }: Names) {
  const detail = [
    ...changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
    ...(reason === undefined ? [] : [reason]),
  ].join('; ')
  return {
    _id: String(id),
    at: toIso(at),
    by,
    kind,
    subject,
    ...(detail !== '' && { detail }),
    ...(name !== undefined && { name }),
    ...(sku !== undefined && { sku }),
    changes: [...changes],
    ...(reason !== undefined && { reason }),
  }
}
