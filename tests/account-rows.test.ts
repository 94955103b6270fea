import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvLine } from '#kit/csv/csv-line.ts'
import { kindOf } from '#kit/db/db.ts'
import type { AccountRows } from '#kit/db/schema.ts'
import { DAY_MS, toIso } from '#kit/time.ts'
import { DECLINED_CARD, orderFor, type Person, userIdOf } from './support/customer.ts'
import { mailsIn } from './support/mailer.ts'
import { plainPicture } from './support/pictures.ts'
import { readAccountRows } from './support/said-of-tables.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

/** Names of columns that have such ids, also when no row has one. */
const NAMES = /^(user_?id|actor|actor_id|by_id|\w*_user_id|impersonated_?by)$/i

const RULES = {
  sqlite: `select tables.name as "table", keys.on_delete as rule from pragma_table_list as tables
    join pragma_foreign_key_list(tables.name) as keys
    where tables.schema = 'main' and keys."table" = 'user'`,
  postgres: `select (select relname from pg_class where oid = conrelid) as "table",
      case confdeltype when 'c' then 'CASCADE' else 'NO ACTION' end as rule
    from pg_constraint where contype = 'f' and confrelid = '"user"'::regclass`,
} as const

let app: TestApp
let squatter: Person
let leaver: Person
let admin: Person

const COLUMNS = {
  sqlite: `select tables.name as "table", columns.name as "column" from pragma_table_list as tables
    join pragma_table_xinfo(tables.name) as columns
    where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%'`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema()`,
} as const

const NEEDED = {
  sqlite: (table: string) => `select name, type from pragma_table_info('${table}')
    where "notnull" = 1 and dflt_value is null`,
  postgres: (table: string) => `select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = '${table}' and is_nullable = 'NO' and column_default is null`,
} as const

/** A row of the account in each table that the reset or its owner is said to empty and that no call above filled. */
async function fillOthers(id: string, productId: string): Promise<void> {
  const { db } = app.shop
  const counts = await countRows(id)
  for (const [table, { columns, firstReset, leaving }] of Object.entries(declared)) {
    if (![firstReset, leaving].includes('deleted') || counts.get(table) !== 0) continue
    const { rows } = await sql.raw<{ name: string; type: string }>(NEEDED[kindOf(db)](table)).execute(db)
    const sampleOf = ({ name, type }: { name: string; type: string }) => {
      if (columns.includes(name)) return id
      if (name === 'product_id') return productId
      if (type === 'boolean') return true
      if (type.startsWith('timestamp')) return new Date().toISOString()
      return /int/i.test(type) ? 1 : `a sample of ${id}`
    }
    await sql`insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
      values (${sql.join(rows.map(sampleOf))})`.execute(db)
  }
}

/** Makes the account the manager of a company, as if its address were verified. */
async function addToCompany(userId: string): Promise<void> {
  const { db, now } = app.shop
  const company = { id: `company of ${userId}`, name: 'Sample Works', bill_to: '{}', search_text: '' }
  await db
    .insertInto('companies')
    .values({ ...company, created_at: now() })
    .execute()
  const member = { user_id: userId, company_id: company.id, role: 'manager', joined_at: now() } as const
  await db
    .insertInto('company_members')
    .values({ ...member, order_limit_cents: null, month_limit_cents: null })
    .execute()
}

/** Rows of every table that has some of a customer, who may be a squatter, and of an admin. */
async function fill(squatter: Person): Promise<void> {
  const call = async (method: string, path: string, body: unknown, as: Person, headers = {}) => {
    const answer = await app.call(method, path, { body, as, headers })
    expect([path, answer.status, answer.body]).toEqual([
      path,
      expect.toBeOneOf([200, 201, 202, 204]),
      expect.anything(),
    ])
    return answer.body
  }
  const product = await app.addProduct({ quantity: 10_000 })
  await call('POST', '/api/rating', { comment: 'Good.', rating: '4', name: '' }, squatter)
  const picture = new FormData()
  picture.append(
    'file',
    new File([new Uint8Array(await plainPicture(20, 20).png().toBuffer())], 'a.png', { type: 'image/png' }),
  )
  await call('POST', '/api/avatar', picture, squatter)
  const paid = await app.pay(squatter, await app.order(squatter, product))
  const unpaid = await app.order(squatter, product)
  await app.createLink(squatter, unpaid)
  await call('POST', `/api/myorder/${paid._id}/messages`, { text: 'A question.' }, squatter)
  await call('POST', `/api/order/${paid._id}/messages`, { text: 'An answer.' }, admin)
  await app.confirmCard(await app.startPayment(squatter, unpaid), DECLINED_CARD)
  await app.runJobs()
  await call('POST', '/api/order', { ...orderFor(product), customer: squatter.email }, admin)
  const key = { 'Idempotency-Key': `a-key-of-${squatter.email}` }
  await call('POST', `/api/order/${paid._id}/refunds`, { amount: 1, reason: 'A sample' }, admin, key)
  await call(
    'POST',
    `/api/order/${paid._id}/shipments`,
    { carrier: 'DHL', lines: [{ position: 0, quantity: 1 }] },
    admin,
    key,
  )
  const returned = { lines: [{ position: 0, quantity: 1 }], reason: 'other' }
  await call('POST', `/api/myorder/${paid._id}/returns`, returned, squatter)
  await call('POST', `/api/order/${paid._id}/notes`, { text: 'A note.' }, admin)
  await call('POST', '/api/order-views', { name: `A view of ${squatter.email}`, filter: {} }, admin)
  await call('PUT', '/api/order-columns', { columns: ['product'] }, admin)
  await call('PUT', '/api/product-columns', { columns: ['sku'] }, admin)
  const day = toIso(app.shop.now() + 30 * DAY_MS).slice(0, 10)
  const plans = [{ productId: product._id, before: product.prices, prices: [{ from: 100, price: 9 }] }]
  await call('POST', '/api/planned-prices', { day, plans }, admin)
  const csv = csvLine(['sku', 'price']) + csvLine([product.sku, 1])
  const upload = await call('POST', '/api/import', csv, admin, { 'Content-Type': 'text/csv' })
  await app.runJobs()
  await call('POST', `/api/import/${upload._id}/apply`, {}, admin)
  const id = await userIdOf(app.shop, squatter)
  await addToCompany(id)
  await call('POST', `/api/customer/${id}/notes`, { text: 'A note.' }, admin)
  await app.call('POST', '/api/auth/request-password-reset', { body: { email: squatter.email } })
  await fillOthers(id, product._id)
}
let declared: AccountRows

beforeAll(async () => {
  declared = await readAccountRows()
  app = await createTestApp()
  squatter = await app.register()
  admin = await app.registerAdmin()
  leaver = await app.register()
  for (const person of [leaver, squatter]) await fill(person)
})
afterAll(() => app[Symbol.asyncDispose]())

/** The number of rows of each declared table with the id of an account in one of their columns. */
async function countRows(id: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [table, { columns }] of Object.entries(declared)) {
    const conditions = columns.map((column) => sql`${sql.ref(column)} = ${id}`)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.join(conditions, sql` or `)}`.execute(
      app.shop.db,
    )
    counts.set(table, Number(rows[0]?.count))
  }
  return counts
}

/** The columns that have the id of one of these accounts. */
async function columnsWith(ids: readonly string[]): Promise<string[]> {
  const { db } = app.shop
  const { rows } = await sql.raw<{ table: string; column: string }>(COLUMNS[kindOf(db)]).execute(db)
  const found: string[] = []
  for (const { table, column } of rows) {
    const holds = sql<{ n: number }>`select 1 as n from ${sql.table(table)}
      where cast(${sql.ref(column)} as text) in (${sql.join(ids)}) limit 1`
    if (NAMES.test(column) || (await holds.execute(db)).rows.length > 0) found.push(`${table}.${column}`)
  }
  return found.filter((name) => name !== 'user.id')
}

// attack: planted-account
test('every column with ids of accounts is declared; the first reset deletes the rows that it is said to delete, and no others', async () => {
  const id = await userIdOf(app.shop, squatter)
  const ids = [id, await userIdOf(app.shop, admin)]
  const columns = await columnsWith(ids)
  const before = await countRows(id)
  const mail = (await mailsIn(app.shop)).findLast(({ subject }) => subject === 'Reset your password')
  const token = /reset-password\/([^?]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const body = { token, newPassword: 'a whole new password' }
  expect((await app.call('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  const after = await countRows(id)
  const messages = app.shop.db
    .selectFrom('order_messages')
    .innerJoin('orders', 'orders.id', 'order_messages.order_id')
    .where('orders.user_id', '=', id)
  expect(await messages.select('order_messages.id').execute()).toEqual([])
  const known = Object.entries(declared).flatMap(([table, rows]) =>
    rows.columns.map((column) => `${table}.${column}`),
  )
  expect(known.sort()).toEqual([...new Set([...columns, ...(await columnsWith(ids))])].sort())
  for (const [table, { firstReset }] of Object.entries(declared)) {
    if (firstReset === 'stays') expect(after.get(table), table).toBeGreaterThanOrEqual(before.get(table) ?? 0)
    else
      expect([before.get(table), after.get(table)], table).toEqual([expect.toSatisfy((rows) => rows > 0), 0])
  }
})

test('what is said to go when its owner deletes an account goes, and nothing else', async () => {
  const { db } = app.shop
  const id = await userIdOf(app.shop, leaver)
  await db.updateTable('orders').set({ status: 'shipped' }).where('paid_at', 'is not', null).execute()
  const unpaid = db.updateTable('orders').set({ cancelled_at: 1 }).where('paid_at', 'is', null)
  await unpaid.execute()
  const before = await countRows(id)
  const answer = await app.call('DELETE', `/api/user/${leaver.email}`, { as: leaver })
  expect([answer.status, answer.body]).toEqual([200, { deletedCount: 1 }])
  const after = await countRows(id)
  for (const [table, { leaving }] of Object.entries(declared)) {
    if (leaving === 'stays') expect(after.get(table), table).toBe(before.get(table))
    else
      expect([before.get(table), after.get(table)], table).toEqual([expect.toSatisfy((rows) => rows > 0), 0])
  }
})

test('the database deletes with an account what is said to go with it, and keeps one that is said to be kept', async () => {
  const { db } = app.shop
  const { rows } = await sql.raw<{ table: string; rule: string }>(RULES[kindOf(db)]).execute(db)
  const ruleOf = (table: string) => rows.find((row) => row.table === table)?.rule
  const said = { deleted: 'CASCADE', 'keeps it': 'NO ACTION', stays: undefined }
  for (const [table, { account }] of Object.entries(declared))
    expect(ruleOf(table), table).toBe(said[account])
  expect(rows.filter(({ table }) => !(table in declared))).toEqual([])
})

test('what stays says why', () => {
  const silent = Object.values(declared).filter(
    ({ firstReset, account, leaving, because }) =>
      [firstReset, account, leaving].includes('stays') && !because,
  )
  expect(silent).toEqual([])
})
