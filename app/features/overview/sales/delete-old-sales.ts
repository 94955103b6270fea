import type { Shop } from '#kit/shop.ts'
import { dayNumber } from '#kit/time.ts'
import '../tables.ts'

/** An overview of 365 days compares them with the 365 before. The rest allows for clocks and for what may be asked later. */
const KEPT_DAYS = 3 * 365

const PRODUCTS_AT_ONCE = 200

/**
 * Deletes the sums of products by day that are older than any overview asks for. The last of each product before that stays:
 * what was sold later is the difference to it. A refund of an older order changes that one too, so sums stay right whatever
 * is deleted before it.
 */
export async function deleteOldSales({ db, now }: Shop): Promise<void> {
  const before = dayNumber(now()) - KEPT_DAYS
  for (let after = '', found = PRODUCTS_AT_ONCE; found === PRODUCTS_AT_ONCE; ) {
    const products = await db
      .selectFrom('sold_products')
      .select('product_id')
      .where('product_id', '>', after)
      .orderBy('product_id')
      .limit(PRODUCTS_AT_ONCE)
      .execute()
    const last = products.at(-1)?.product_id ?? after
    const old = db
      .selectFrom('product_sales as old')
      .select(['old.product_id', 'old.day'])
      .where('old.product_id', '>', after)
      .where('old.product_id', '<=', last)
      .where('old.day', '<', before)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('product_sales as later')
            .select('later.day')
            .whereRef('later.product_id', '=', 'old.product_id')
            .whereRef('later.day', '>', 'old.day')
            .where('later.day', '<=', before),
        ),
      )
      // A payment or refund that changes some of them does not wait, nor is it waited for: they go the next time.
      .forUpdate('old')
      .skipLocked()
    await db
      // Materialized, so that PostgreSQL runs the query once.
      .with(
        (cte) => cte('old_sales').materialized(),
        () => old,
      )
      .deleteFrom('product_sales')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('product_id', 'day'),
          'in',
          selectFrom('old_sales').select(['product_id', 'day']).$asTuple('product_id', 'day'),
        ),
      )
      .execute()
    after = last
    found = products.length
  }
}
