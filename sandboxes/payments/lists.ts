import { type Form, readForm, readInteger, readText } from './form.ts'
import { type Call, type Kind, read, type Stored } from './store.ts'
import { type Answer, invalidRequest } from './stripe-fault.ts'

interface Page<K extends Kind> {
  readonly rows: readonly Stored[K][]
  readonly hasMore: boolean
}

/** The parameters that every list accepts. */
export const LIST_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created', 'expand'] as const

/** A list as Stripe writes it. */
export function listAnswer(url: string, data: readonly object[], hasMore: boolean): Answer {
  return { status: 200, body: { object: 'list', data, has_more: hasMore, url } }
}

/** A page of the newest rows of a kind. Each property in `containing` has to have one of the given values. */
export async function page<K extends Kind>(
  call: Call,
  kind: K,
  form: Form,
  containing: Readonly<Record<string, readonly string[]>> = {},
): Promise<Page<K>> {
  const limit = readInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw invalidRequest('Invalid integer: limit must be from 1 to 100', { param: 'limit' })
  const before = readText(form, 'ending_before')
  const cursor = before ?? readText(form, 'starting_after')
  const direction = before ? 'asc' : 'desc'
  let query = call.db.selectFrom('sandbox_stripe').select('body').where('kind', '=', kind)
  // Bodies are written by JSON.stringify only, so a property always has this form.
  for (const [name, values] of Object.entries(containing)) {
    if (values.length === 0) continue
    const property = (value: string) => `%${JSON.stringify(name)}:${JSON.stringify(value)}%`
    query = query.where((where) => where.or(values.map((value) => where('body', 'like', property(value)))))
  }
  for (const [bound, ms] of createdBounds(form)) query = query.where('created_at', bound, ms)
  if (cursor) query = query.where('id', before ? '>' : '<', await existing(call, kind, cursor))
  // An id begins with its time, so this is the order of creation.
  const found = await query
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit).map((row) => JSON.parse(row.body) as Stored[K])
  return { rows: before ? rows.reverse() : rows, hasMore: found.length > limit }
}

async function existing(call: Call, kind: Kind, id: string): Promise<string> {
  await read(call, kind, id, 'starting_after')
  return id
}

function createdBounds(form: Form): ['>=' | '<', number][] {
  const created = form.created
  if (typeof created === 'string') {
    const second = readInteger(form, 'created') ?? 0
    return [
      ['>=', second * 1000],
      ['<', (second + 1) * 1000],
    ]
  }
  const inner = readForm(form, 'created')
  if (!inner) return []
  const bounds: ['>=' | '<', number | undefined][] = [
    ['>=', readInteger(inner, 'gte')],
    ['>=', next(readInteger(inner, 'gt'))],
    ['<', readInteger(inner, 'lt')],
    ['<', next(readInteger(inner, 'lte'))],
  ]
  return bounds.flatMap(([sign, second]) => (second === undefined ? [] : [[sign, second * 1000]]))
}

/** The second after, which turns Stripe's `gt` and `lte` into bounds on milliseconds. */
const next = (second: number | undefined): number | undefined =>
  second === undefined ? undefined : second + 1
