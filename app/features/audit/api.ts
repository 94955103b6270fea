import type { Guards } from '#features/accounts/accounts.ts'
import { findStocks } from '#features/catalog/catalog.ts'
import { findNamedOrders } from '#features/orders/orders.ts'
import { type AuditEntry, listAudit } from '#kit/audit/audit.ts'
import { FOR_ADMINS, jsonAnswer, PAGING_HEADERS, PROOF, refusals } from '#kit/server/describe.ts'
import { readPage, setPagingHeaders } from '#kit/server/paging.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/time.ts'
import { auditEntrySchema, auditQuerySchema } from './schema.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/audit',
  operationId: 'listAudit',
  tags: ['Shop'],
  summary: 'Every change that an admin made, newest first (admin)',
  description: 'Filtered by the e-mail address of the admin (`by`) and by `kind`. Entries are never changed.',
  security: PROOF.bearer,
  request: { query: auditQuerySchema },
  responses: {
    200: jsonAnswer('Changes', z.array(auditEntrySchema), PAGING_HEADERS),
    ...refusals(...FOR_ADMINS),
  },
})

/** The calls of the audit log. */
export const auditApi = (shop: Shop, guards: Guards) =>
  createRouter().openapi({ ...listRoute, middleware: guards.requireAdmin }, async (c) => {
    const query = c.req.valid('query')
    const entries = await listAudit(shop.db, query, readPage(query, ['number']))
    setPagingHeaders(c, entries)
    const nameOf = await findNames(shop, entries.rows)
    return c.json(
      entries.rows.map((entry) => toResponse(entry, nameOf(entry))),
      200,
    )
  })

export type AuditApi = ReturnType<typeof auditApi>

/** The names of the products and the numbers of the orders among the subjects, by one query each. */
async function findNames(
  shop: Shop,
  entries: readonly AuditEntry[],
): Promise<(entry: AuditEntry) => string | undefined> {
  const subjectsOf = (kind: string) => [
    ...new Set(entries.filter((entry) => entry.kind.startsWith(kind)).map(({ subject }) => subject)),
  ]
  const products = await findStocks(shop.db, subjectsOf('product.'))
  const orders = await findNamedOrders(shop, subjectsOf('order.'))
  const numbers = new Map(orders.map(({ _id, number }) => [_id, number]))
  return ({ subject }) => products.get(subject)?.name ?? numbers.get(subject)
}

function toResponse({ id, at, by, kind, subject, changes, reason }: AuditEntry, name: string | undefined) {
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
    changes: [...changes],
    ...(reason !== undefined && { reason }),
  }
}
