import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestShop } from '#tests/support/test-shop.ts'
import { addFirstProducts } from './first-products.ts'

/** In seconds: more than the longest time of a query. */
const LONG = 16

test.runIf(process.env.TEST_DATABASE_URL)(
  'a process that starts while another imports waits for it, also longer than a query may take',
  async () => {
    await using shop = await createTestShop()
    const holds = Promise.withResolvers<void>()
    const other = shop.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      await trx.insertInto('categories').values({ slug: 'nuts', name: 'Nuts' }).execute()
      holds.resolve()
      await sql`select pg_sleep(${LONG})`.execute(trx)
    })
    await holds.promise
    const categories = [
      {
        slug: 'nuts',
        name: 'Nuts',
        attributes: [{ key: 'length', label: 'Length', kind: 'number' as const }],
      },
    ]
    await addFirstProducts(shop, async () => ({ categories, products: [] }))
    await other
    expect(await shop.db.selectFrom('categories').select('slug').execute()).toEqual([{ slug: 'nuts' }])
  },
  60_000,
)
