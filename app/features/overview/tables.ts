import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /**
     * What was paid and what went back by day (days since 1970, in the shop's time zone of then). Triggers of migration 0067
     * keep it.
     */
    sales_days: {
      day: number
      orders: number
      /** What was paid, without what went back on that day. */
      revenue_cents: number
      gone_cents: number
    }
    /**
     * All that was sold of a product until the end of the day, for each day on which it was sold or its price went back: at
     * the prices of the lines, without what went back of them, and without pieces that went back to stock, which are taken off the
     * day of the payment. Kept in the same way.
     */
    product_sales: { product_id: string; day: number; total_quantity: number; total_cents: number }
    /** All that was sold of a product until now, and the last day of it. Kept in the same way. */
    sold_products: { product_id: string; quantity: number; revenue_cents: number; last_day: number }
    /** When the next mail to the staff of a kind may leave: its row is locked while one is added to the outbox. */
    staff_mails: { kind: 'newOrders' | 'lowStock'; next_at: number }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`staff_mails`': 'two rows',
  '`product_sales` (130)':
    'three years, and of each product the last day before: `delete old sales`. An overview asks for two',
  '`sales_days`, `sold_products`': 'one row a day; one a product',
}
