import { sql } from 'kysely'
import type { Migration } from '#kit/db/migrate.ts'
import { foldText } from '#kit/db/search.ts'

/** Rows that are read and written at once: memory stays the same however many orders there are. */
const BATCH = 1000

interface Quoted {
  readonly id: string
  readonly text: string
}

/** The text that orders are found by has the part number and the address too, and neither accents nor two apostrophes. */
export const ordersAsTheyAreQuoted: Migration = {
  name: '0021-orders-as-they-are-quoted',
  async up(trx) {
    let last = ''
    for (;;) {
      const { rows } = await sql<Quoted>`
        select orders.id, product_name || ${'\n'} || sku || ${'\n'} || name || ${'\n'} || email || ${'\n'} || address as text
        from orders join order_lines on order_id = orders.id and position = 0
        where orders.id > ${last} order by orders.id limit ${BATCH}`.execute(trx)
      const end = rows.at(-1)
      if (!end) return
      const folded = rows.map(({ id, text }) => sql`(${id}, ${foldText(text)})`)
      // The range keeps PostgreSQL from reading the whole table for each batch.
      await sql`
        with folded (id, search_text) as (values ${sql.join(folded)})
        update orders set search_text = folded.search_text from folded where folded.id = orders.id`.execute(
        trx,
      )
      last = end.id
    }
  },
}
