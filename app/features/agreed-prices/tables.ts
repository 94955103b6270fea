import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** The prices of a product that are agreed with a company, for some days or for good; no two hold on the same day. */
    agreed_prices: {
      company_id: string
      product_id: string
      /** The first day of the shop on which they hold; '' of those that hold from the beginning. */
      valid_from: string
      /** The last one; {@link NO_END} of those that have none. */
      valid_to: string
      /** As the prices of a product are stored. */
      prices: string
    }
  }
}

/** A day after all others. */
export const NO_END = '9999-12-31'

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`agreed_prices` (290)':
    'until the staff takes them from the list of the company; 20,000 of a company at most',
}
