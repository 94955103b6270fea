import type { SelectQueryBuilder, UpdateObject } from 'kysely'
import type { Db } from '#kit/db/db.ts'
import type { Schema } from '#kit/db/schema.ts'
import '../tables.ts'

/**
 * Changes the orders of a query, and returns their ids and addresses. Processes that do so at the same time get different
 * orders; one that somebody changes is left for the next time, because waiting for many could block those who wait for some
 * of them.
 */
export const changeDueOrders = (
  db: Db,
  due: SelectQueryBuilder<Schema, 'orders', { id: string }>,
  columns: UpdateObject<Schema, 'orders'>,
): Promise<{ id: string; email: string }[]> =>
  db
    // Materialized, so that PostgreSQL runs the query once: a second run would skip the locked rows and change others too.
    .with(
      (cte) => cte('due').materialized(),
      () => due.forUpdate().skipLocked(),
    )
    .updateTable('orders')
    .set(columns)
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returning(['id', 'email'])
    .execute()
