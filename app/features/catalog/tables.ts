declare module '#kit/db/schema.ts' {
  interface Schema {
    products: {
      id: string
      sku: string
      /** The part number in lower case: unique whatever its case. */
      sku_key: string
      name: string
      /** The name in lower case: unique among the products that are not archived. */
      name_key: string
      /** Name, part number and description in lower case. */
      search_text: string
      price_e4: number
      /** Pieces for sale, held ones taken off. */
      quantity: number
      description: string
      image: string
      created_at: number
      archived_at: number | null
    }
  }
}

// Makes this file a module: what it declares is added to the schema instead of replacing it.
export {}
