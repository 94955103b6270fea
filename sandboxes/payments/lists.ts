import { type Form, readInteger, readRequired, readText, refuseUnknown } from './form.ts'
import type { Call, Kind, Stored } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

interface Page<K extends Kind> {
  readonly rows: readonly Stored[K][]
  readonly hasMore: boolean
}

/** The parameters that every list accepts. */
export const LIST_PARAMETERS = ['limit', 'starting_after'] as const

/** The operation that lists the objects of one payment, the newest first. */
export const listOf =
  (kind: 'charge' | 'refund' | 'dispute') =>
  async (call: Call, form: Form): Promise<Answer> => {
    refuseUnknown(form, [...LIST_PARAMETERS, 'payment_intent'])
    const { rows, hasMore } = await page(call, kind, form, {
      payment_intent: [readRequired(form, 'payment_intent')],
    })
    return listAnswer(`/v1/${kind}s`, rows, hasMore)
  }

/** A list as Stripe writes it. */
export function listAnswer(url: string, data: readonly object[], hasMore: boolean): Answer {
  return { status: 200, body: { object: 'list', data, has_more: hasMore, url } }
}

/**
 * A page of the newest rows of a kind, created at or after `since` (s). Each property in `containing` has to have one of
 * the given values; none given allows all.
 */
export async function page<K extends Kind>(
  call: Call,
  kind: K,
  form: Form,
  containing: Readonly<Record<string, readonly string[]>>,
  since?: number,
): Promise<Page<K>> {
  const limit = readInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw invalidRequest('Invalid integer: limit must be from 1 to 100', { param: 'limit' })
  const cursor = readText(form, 'starting_after')
  let query = call.db.selectFrom('sandbox_stripe').select('body').where('kind', '=', kind)
  // Bodies are written by JSON.stringify only, so a property always has this form.
  for (const [name, values] of Object.entries(containing)) {
    if (values.length === 0) continue
    const property = (value: string) => `%${JSON.stringify(name)}:${JSON.stringify(value)}%`
    query = query.where((where) => where.or(values.map((value) => where('body', 'like', property(value)))))
  }
  if (since !== undefined) query = query.where('created_at', '>=', since * 1000)
  if (cursor) query = query.where('id', '<', cursor)
  // An id begins with its time, so this is the order of creation.
  const found = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit).map((row) => JSON.parse(row.body) as Stored[K])
  return { rows, hasMore: found.length > limit }
}
