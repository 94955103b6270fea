import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderSearch } from '#features/orders/orders.ts'
import { readProjectFile } from './support/project.ts'
import { createTestShop } from './support/test-shop.ts'

const statements = [
  ...readProjectFile('docs/growth.md').matchAll(/^ {4}psql "\$DATABASE_URL" -c '(.*)'$/gm),
].map(([, statement = '']) => statement)

test.runIf(process.env.TEST_DATABASE_URL)(
  'the index of docs/growth.md is used by a search of orders for words, endings of ids and transactions',
  async ({ skip }) => {
    await using shop = await createTestShop()
    const { db } = shop
    const { rows } = await sql`select from pg_available_extensions where name = 'pg_trgm'`.execute(db)
    skip(rows.length === 0, 'the server has no pg_trgm')
    const planOf = (q: string) =>
      db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        await sql`set local enable_indexscan = off`.execute(trx)
        const conditions = sql.join(await orderSearch(trx, q), sql` and `)
        const explained = await sql<{
          'QUERY PLAN': string
        }>`explain select id from orders where ${conditions}
          order by created_at desc limit 51`.execute(trx)
        return explained.rows.map((row) => row['QUERY PLAN']).join('\n')
      })
    const searches = ['qxzwv', 'hexagon screw', 'x4tz', 'zylinder', '0mi7k2wq…x4tz']
    for (const q of searches) expect(await planOf(q)).not.toContain('orders_by_letters')
    expect(statements).toHaveLength(2)
    for (const statement of statements) await sql.raw(statement).execute(db)
    for (const q of searches) {
      const plan = await planOf(q)
      expect(plan).toContain('Bitmap Index Scan on orders_by_letters')
      expect(plan).not.toContain('Seq Scan')
    }
  },
)
