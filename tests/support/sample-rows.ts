import type pg from 'pg'
import type { MovedColumn, MovedTable } from '#kit/move/plan.ts'
import type { Value } from '#kit/move/values.ts'

/** What is difficult to copy: quotes, what arrays and JSON mark, letters of four bytes, an empty end. */
const TEXT = `'"\\{},null\n\t\u0001é☃𝄞\u2028 `

/** A value of each kind that a copy could change. */
const VALUES: Readonly<Record<MovedColumn['kind'], Value>> = {
  text: TEXT,
  integer: '1',
  float: '-0.30000000000000004',
  boolean: 'true',
  time: '2026-11-28T10:00:00.123456Z',
  bytes: Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256)),
}

/** What the rules of tables ask of a row; all other columns get {@link VALUES}. */
const RULES: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  account: { accessTokenExpiresAt: '2026-11-28T10:00:00.000Z', idToken: null },
  audit_entries: { id: '4503599627370496' },
  cart_lines: { quantity: '9007199254740991' },
  catalog_lock: { locked_by: null },
  categories: { parent: null },
  category_attributes: { kind: 'text' },
  companies: { blocked: '1', discount_e4: '125000' },
  company_invitations: { role: 'buyer' },
  company_members: { role: 'manager' },
  document_files: { kind: 'invoice' },
  import_rows: { kind: 'added' },
  imports: { state: 'ready' },
  last_backups: { place: 'here' },
  lost_order_payments: { decision: 'keep' },
  model_files: { format: 'step', reason: null },
  offers: { state: 'declined', to_answer: '1' },
  order_approvals: { kind: 'approved' },
  order_disputes: { state: 'won' },
  order_events: { kind: 'reverted' },
  order_lines: { quantity: '100', origin: 'DE', customs_code: '731815' },
  order_messages: { waits: '1' },
  order_refunds: { state: 'asked', lines: '[{"position":1,"quantity":1}]' },
  orders: {
    ...{ status: 'pending', dispute: 'won', unmatched_refund: 'failed', progress: 'partly_shipped' },
    ...{ ships_on: '2026-11-30', cancelled_at: null },
  },
  part_files: { kind: 'model' },
  payments: { state: 'succeeded' },
  planned_prices: { held: 'archived' },
  product_facets: { text_value: null },
  products: {
    ...{ prices: '[]', attributes: '{}', minimum: '100', origin: 'DE', customs_code: '731815' },
    ...{ archived_at: null, is_unpublished: '0', listing_sequence: '7' },
  },
  return_lines: { quantity: '3', restocked: '1', scrapped: '1' },
  returns: { state: 'received', outcome: 'refund' },
  session: { impersonatedBy: null },
  unmatched_refunds: { status: 'pending' },
  user: { emailVerified: 'false', banned: null },
  verification: { createdAt: '0001-01-01T00:00:00.000Z', updatedAt: '9999-12-31T23:59:59.999Z' },
}

interface Reference {
  readonly table: string
  readonly columns: readonly string[]
  readonly other: string
  readonly named: readonly string[]
}

const REFERENCES = `
  select one.relname as "table", other.relname as other,
    array(select attname::text from unnest(conkey) with ordinality as keys (num, at) join pg_attribute
      on attrelid = conrelid and attnum = num order by at) as columns,
    array(select attname::text from unnest(confkey) with ordinality as keys (num, at) join pg_attribute
      on attrelid = confrelid and attnum = num order by at) as named
  from pg_constraint join pg_class as one on one.oid = conrelid join pg_class as other on other.oid = confrelid
  where contype = 'f' and one.relnamespace = current_schema()::regnamespace`

/** A row for each table, with a value in each column that may have one, so that no table and no column is forgotten. */
export async function sampleRows(
  client: pg.Client,
  plan: readonly MovedTable[],
): Promise<ReadonlyMap<string, Readonly<Record<string, Value>>>> {
  const { rows: references } = await client.query<Reference>(REFERENCES)
  const rows = new Map<string, Record<string, Value>>()
  for (const { name, columns } of plan) {
    const row = Object.fromEntries(columns.map((column) => [column.name, VALUES[column.kind]]))
    for (const reference of references.filter(({ table, other }) => table === name && other !== name))
      for (const [at, column] of reference.columns.entries())
        row[column] = rows.get(reference.other)?.[reference.named[at] ?? ''] ?? null
    rows.set(name, { ...row, ...RULES[name] })
  }
  return rows
}
