import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Product } from '#features/catalog/schema.ts'
import type { Shop } from '#kit/shop.ts'

/**
 * Does `work` while another transaction has locked the product with the lowest id, as an order does. Once the work waits for it,
 * the other products have to be free: the work would wait for the order, and the order for the work. On PostgreSQL only, since
 * SQLite has one writer at a time.
 */
export async function workBesideOrder<Result>(
  { db }: Pick<Shop, 'db'>,
  products: readonly Pick<Product, '_id'>[],
  work: () => Promise<Result>,
): Promise<Result> {
  const [first = '', ...others] = products.map(({ _id }) => _id).toSorted()
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  const { done } = await db.transaction().execute(async (trx) => {
    const lock = (ids: readonly string[]) =>
      trx.selectFrom('products').select('id').where('id', 'in', ids).forUpdate()
    await lock([first]).execute()
    const done = work()
    await expect.poll(waiting).toBeGreaterThan(0)
    await lock(others).noWait().execute()
    return { done }
  })
  return done
}
