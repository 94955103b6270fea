import type { KeptRows } from '#kit/db/schema.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** All state of the payment sandbox. `body` is JSON; `due_at` is when the sandbox has to act on the row again. */
    sandbox_stripe: {
      kind: string
      id: string
      body: string
      created_at: number
      due_at: number | null
    }
  }
}

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`sandbox_stripe`':
    'payments for good, as Stripe keeps them; events 30 days, keys a day: `payment sandbox`',
}
