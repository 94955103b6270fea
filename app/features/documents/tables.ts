declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Of paid orders. */
    invoices: {
      number: number
      order_id: string
      issued_at: number
      /** The seller and the tax as JSON. */
      terms: string | null
    }
  }
}

export {}
