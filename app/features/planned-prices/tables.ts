import type { Generated } from 'kysely'
import type { HeldBack } from '#features/catalog/states.ts'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** New prices of products for a day; a row is deleted when they are applied. */
    planned_prices: {
      id: string
      product_id: string
      /** The day of the shop on which they are applied: "2026-11-23". */
      day: string
      /** The prices that they are planned over, as those of a product are stored. */
      before_prices: string
      prices: string
      /** Who of the staff planned them, with the e-mail at that time. */
      planned_by: string
      planned_by_email: string
      planned_at: number
      /** Why they were not applied when their day came; null of those that wait for it. */
      held: Generated<HeldBack | null>
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  planned_prices: {
    columns: ['planned_by'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'what staff decided about the shop holds when they leave, and stays on record',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`planned_prices` (700)':
    'until they are applied, which the history of the part keeps, or deleted by the staff; at most 10,000',
}
