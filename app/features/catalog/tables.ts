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
      /** Grows with each change by an admin. */
      revision: Generated<number>
      created_at: number
      /** When an admin changed it last. */
      updated_at: number
      archived_at: number | null
      /** Greater for newer ones; the database gives it. */
      listing_sequence: Generated<number>
    }
    /** SQLite's search index; its row numbers are the listing sequences of products with a minus. */
    product_search: { rowid: number; product_search: string }
  }
}
