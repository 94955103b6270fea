declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Paid orders by the day (days since 1970 in UTC) of the payment. Triggers of migration 0025 keep it. */
    sales_days: {
      day: number
      orders: number
      /** Without what was refunded since. */
      revenue_cents: number
    }
    /**
     * All that was sold of a product until the end of the day, for each day on which it was sold; without refunds, and
     * without pieces that went back to stock. Kept in the same way.
     */
    product_sales: { product_id: string; day: number; total_quantity: number; total_cents: number }
    /** All that was sold of a product until now, and the last day of it. Kept in the same way. */
    sold_products: { product_id: string; quantity: number; revenue_cents: number; last_day: number }
    /** When the next mail to the staff of a kind may leave: its row is locked while one is added to the outbox. */
    staff_mails: { kind: 'newOrders' | 'lowStock'; next_at: number }
  }
}

export {}
