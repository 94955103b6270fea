import type { Guards } from '#features/accounts/accounts.ts'
import { type AuditEntry, listAudit } from '#kit/audit/audit.ts'
import { FOR_ADMINS, jsonAnswer, PAGING_HEADERS, PROOF, refusals } from '#kit/server/describe.ts'
import { readPage, setPagingHeaders } from '#kit/server/paging.ts'
import { createRoute, createRouter, z } from '#kit/server/router.ts'
import type { Shop } from '#kit/shop.ts'
import { toIso } from '#kit/to-iso.ts'
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
    return c.json(entries.rows.map(toResponse), 200)
  })

function toResponse({ at, by, kind, subject, changes, reason }: AuditEntry) {
  const detail = [
    ...changes.map(({ field, from, to }) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
    ...(reason === undefined ? [] : [reason]),
  ].join('; ')
  return { at: toIso(at), by, kind, subject, ...(detail !== '' && { detail }) }
}
