import { CompiledQuery as Compiled, type CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { kindOf } from '#kit/db/db.ts'
import { type Person, userIdOf, verifyEmail } from '#tests/support/customer.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { CUSTOMER_SORTS } from '../limits.ts'
import type { ListedCustomer } from '../schema.ts'
import { matchingCustomers, pageQuery } from './list-customers.ts'

let app: TestApp
let admin: Person

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.registerAdmin()
})
afterEach(() => app[Symbol.asyncDispose]())

const list = (query = '', as = admin) => app.call('GET', `/api/customers${query}`, { as })
const namesIn = (body: readonly ListedCustomer[]) => body.map(({ name }) => name)
const names = async (query = '') => namesIn((await list(query)).body)

/** What the orders of all accounts come to, read from the orders. */
async function sumsOfOrders() {
  const rows = await app.shop.db
    .selectFrom('orders')
    .select(['user_id', 'created_at', 'cancelled_at', 'paid_at', 'total_cents'])
    .select(['refunded_cents', 'dispute', 'disputed_cents'])
    .execute()
  const lost = (row: (typeof rows)[number]) =>
    row.dispute === 'lost' ? (row.disputed_cents ?? row.total_cents) : 0
  return [...Map.groupBy(rows, ({ user_id }) => user_id)]
    .map(([user_id, all]) => {
      const counted = all.filter(({ cancelled_at }) => cancelled_at === null)
      const kept = counted
        .filter(({ paid_at }) => paid_at !== null)
        .map((row) => Math.max(row.total_cents - row.refunded_cents - lost(row), 0))
      return {
        user_id,
        orders: counted.length,
        paid_cents: kept.reduce((sum, cents) => sum + cents, 0),
        last_at: Math.max(0, ...counted.map(({ created_at }) => created_at)),
      }
    })
    .sort((one, other) => (one.user_id < other.user_id ? -1 : 1))
}

const sums = () => app.shop.db.selectFrom('customer_sums').selectAll().orderBy('user_id').execute()

test('the sums follow what is placed, paid, refunded, disputed, cancelled and deleted, also of orders at once', async () => {
  const [ada, eve] = [await app.register({ name: 'Ada' }), await app.register({ name: 'Eve' })]
  for (const person of [ada, eve]) await verifyEmail(app.shop, person)
  const product = await app.addProduct({ quantity: 1_000_000 })
  const orders = await Promise.all(
    Array.from({ length: 12 }, (_, at) => app.order(at % 2 === 0 ? ada : eve, product, 100 + 100 * at)),
  )
  const check = async () => expect(await sums()).toEqual(await sumsOfOrders())
  await check()
  const [first, second, third, fourth, fifth] = orders
  if (!first || !second || !third || !fourth || !fifth) throw new Error('an order is missing')
  await Promise.all([app.pay(ada, first), app.pay(eve, second), app.pay(ada, third), app.pay(eve, fourth)])
  await check()
  await Promise.all([
    app.call('POST', `/api/order/${first._id}/refunds`, {
      as: admin,
      headers: { 'Idempotency-Key': 'one' },
      body: { amount: 1, reason: 'A sample' },
    }),
    app.call('DELETE', `/api/myorder/${fifth._id}`, { as: ada }),
    ...orders
      .slice(8)
      .map(({ _id }, at) => app.call('DELETE', `/api/myorder/${_id}`, { as: at % 2 === 0 ? ada : eve })),
    app.order(ada, product, 300),
  ])
  await check()
  for (const disputed_cents of [null, 100]) {
    const lost = { dispute: 'lost' as const, disputed_cents }
    await app.shop.db.updateTable('orders').set(lost).where('id', 'in', [second._id, third._id]).execute()
    await check()
  }
  // What an order deletes besides is not of interest here.
  for (const table of ['order_lines', 'order_events'] as const)
    await app.shop.db.deleteFrom(table).where('order_id', '=', String(orders[11]?._id)).execute()
  await app.shop.db.deleteFrom('orders').where('id', '=', String(orders[11]?._id)).execute()
  await check()
})

test('who ordered is listed by the last order, and in other sequences, apart from staff, page by page', async () => {
  const product = await app.addProduct({ quantity: 1_000_000 })
  const people = new Map<string, Person>()
  for (const name of ['Ada', 'bert', 'Cleo', 'Dora']) people.set(name, await app.register({ name }))
  const order = async (name: string, pieces: number, isPaid: boolean) => {
    app.shop.advance(1000)
    const person = people.get(name) as Person
    const placed = await app.order(person, product, pieces)
    if (isPaid) await app.pay(person, placed)
  }
  await order('Cleo', 100, false)
  await order('Ada', 1000, true)
  await order('bert', 200, true)
  await order('Cleo', 100, false)
  // Of the staff, and of whom nothing is known.
  await app.order(admin, product)
  const staff = people.get('Dora') as Person
  await verifyEmail(app.shop, staff)
  await app.order(staff, product)
  await app.call('PUT', `/api/user/staff/${staff.email}`, { body: { rights: ['orders'] }, as: admin })
  expect(await names()).toEqual(['Cleo', 'bert', 'Ada'])
  const sorted = {
    last: 'Cleo bert Ada',
    newest: 'Cleo bert Ada',
    name: 'Ada bert Cleo',
    revenue: 'Ada bert Cleo',
  }
  for (const [sort, inSequence] of Object.entries(sorted)) {
    expect((await names(`?sort=${sort}`)).join(' '), sort).toBe(inSequence)
    const paged: string[] = []
    for (let next = `?sort=${sort}&limit=1`; next; ) {
      const { body, headers } = await list(next)
      paged.push(...namesIn(body))
      expect(headers.get('X-Total-Count')).toBe('3')
      next = /^<\/api\/customers(\?[^>]*)>/.exec(headers.get('Link') ?? '')?.[1] ?? ''
    }
    expect(paged.join(' '), sort).toBe(inSequence)
  }
  const [most] = (await list('?sort=orders')).body
  expect(most).toMatchObject({ name: 'Cleo', orders: 2, revenue: 0, tags: [] })
  // Without the right to money neither what was paid nor the sequence by it.
  const { body } = await list('', staff)
  expect(namesIn(body)).toEqual(['Cleo', 'bert', 'Ada'])
  expect(JSON.stringify(body)).not.toContain('revenue')
  expect((await list('?sort=revenue', staff)).body).toMatchObject({ code: 'right_required', right: 'money' })
  for (const query of ['?sort=x', '?limit=0', '?after=x']) expect((await list(query)).status, query).toBe(422)
})

// attack: csv-formula
test('customers are found by name, e-mail, company, phone, number of an order and tag, as a list and as a file', async () => {
  const product = await app.addProduct({ quantity: 10_000 })
  const ada = await app.register({ name: 'Ada Ünal' })
  const placed = await app.order(ada, product)
  const address = { name: 'Ada', street: '1 rue Exemple', postcode: '69001', city: 'Lyon', country: 'FR' }
  await app.call('POST', '/api/address', { as: ada, body: { ...address, company: 'Exemple SARL' } })
  const entered = {
    ...{ name: '=Zoé', email: 'zoe@customer.example', company: 'Muster GmbH & Co. KG' },
    ...{ phone: '+49 (30) 5550-142', tags: ['reseller', 'VIP'] },
  }
  await app.call('POST', '/api/customer', { as: admin, body: entered })
  const cases = {
    ünal: ['Ada Ünal'],
    [ada.email]: ['Ada Ünal'],
    'exemple ada': ['Ada Ünal'],
    'MUSTER zoe@': ['=Zoé'],
    '030 5550142': ['=Zoé'],
    [placed.number]: ['Ada Ünal'],
    [`#${placed.number.toLowerCase()}`]: ['Ada Ünal'],
    '100%': [],
  }
  for (const [q, found] of Object.entries(cases))
    expect(await names(`?${new URLSearchParams({ q })}`), q).toEqual(found)
  expect(await names('?tag=VIP')).toEqual(['=Zoé'])
  expect(await names('?tag=unknown')).toEqual([])
  const { body: tags } = await app.call('GET', '/api/customer-tags', { as: admin })
  expect(tags).toEqual([
    { tag: 'reseller', customers: 1 },
    { tag: 'vip', customers: 1 },
  ])
  const csv = await app.call('GET', '/api/customers.csv?tag=vip', { as: admin })
  const [head, row, end] = String(csv.body).split('\r\n')
  expect(head).toBe('_id,name,company,email,phone,tags,orders,lastOrderAt,createdAt,revenue')
  expect(row).toContain(
    `,'=Zoé,Muster GmbH & Co. KG,zoe@customer.example,'+49 (30) 5550-142,"reseller, vip",0,,`,
  )
  expect(end).toBe('')
  const { body: all } = await app.call('GET', '/api/customers.csv', { as: admin })
  expect(String(all).trimEnd().split('\r\n')).toHaveLength(3)
  expect(await userIdOf(app.shop, ada)).toBe(String(all).split('\r\n')[1]?.split(',')[0])
})

const MANY = 100_000

/** So many accounts with an order each: rows alone, since only the plans are of interest. */
async function fillMany({ db }: TestShop): Promise<void> {
  const isSqlite = kindOf(db) === 'sqlite'
  const numbers = isSqlite
    ? sql`(with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(MANY)}) select n from counted) as many`
    : sql`generate_series(1, ${sql.lit(MANY)}) as many (n)`
  const padded = isSqlite ? sql`'user ' || substr('000000' || n, -6)` : sql`'user ' || lpad(n::text, 6, '0')`
  const flag = isSqlite ? sql`0` : sql`false`
  await sql`insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    select ${padded}, 'Name ' || n, 'user' || n || '@customer.example', ${flag}, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    from ${numbers}`.execute(db)
  await sql`insert into customer_sums (user_id, orders, paid_cents, last_at)
    select ${padded}, n % 50, n * 7 % 1000, n * 13 % 100000 from ${numbers}`.execute(db)
  await sql`insert into customer_cards (user_id, company, is_entered, revision)
    select ${padded}, 'Company ' || n, 0, 1 from ${numbers} where n % 3 = 0`.execute(db)
  await sql`insert into customer_tags (user_id, tag) select ${padded}, 'tag ' || (n % 5000) from ${numbers}`.execute(
    db,
  )
  await sql.raw(isSqlite ? 'analyze' : 'vacuum analyze').execute(db)
}

async function planOf({ db }: TestShop, query: CompiledQuery): Promise<string> {
  const explain = kindOf(db) === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await db.executeQuery<Record<string, string>>(
    Compiled.raw(`${explain} ${query.sql}`, [...query.parameters]),
  )
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
}

test('of 100,000 customers a page in each sequence, and those of a tag, are read by an index', async () => {
  await using shop = await createTestShop()
  await fillMany(shop)
  const all = await matchingCustomers(shop.db, {})
  for (const sort of CUSTOMER_SORTS)
    for (const isFirst of [true, false]) {
      const [row] = await pageQuery(all, sort, { limit: 51, after: undefined }).execute()
      const after = isFirst || !row ? undefined : [row.position, row.id]
      const plan = await planOf(shop, pageQuery(all, sort, { limit: 51, after }).compile())
      expect(plan, `${sort} ${plan}`).not.toMatch(
        /TEMP B-TREE FOR ORDER BY|Seq Scan|\bSort\b|SCAN "?user"?$/m,
      )
    }
  const tagged = await matchingCustomers(shop.db, { tag: 'tag 7' })
  const plan = await planOf(shop, pageQuery(tagged, 'last', { limit: 51, after: undefined }).compile())
  expect(plan).toContain('customer_tags_by_tag')
  expect(plan).not.toContain('Seq Scan')
})
