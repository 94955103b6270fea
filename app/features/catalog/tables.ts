import type { Generated } from 'kysely'
import type { ProductColumns } from './product-fields.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    products: ProductColumns & {
      id: string
      /** The part number in lower case: unique whatever its case. */
      sku_key: string
      /** The name in lower case: unique among the products that are not archived. */
      name_key: string
      /** Name, part number and description in lower case. */
      search_text: string
      created_at: number
      archived_at: number | null
      /** Greater for newer ones; the database gives it. */
      place: Generated<number>
    }
    /** SQLite's index of up to twelve letters in a row; its rows are the products' by `place` with a minus. */
    product_search: { rowid: number; product_search: string }
  }
}
