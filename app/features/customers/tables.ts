import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { NoteRow } from '#kit/notes/notes.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What admins noted on customers; they go with the account. */
    customer_notes: NoteRow & { readonly user_id: string }
    /**
     * What the orders of an account come to, without cancelled ones: a row for each that has ordered or that staff entered. Triggers
     * of migration 0104 keep it. `paid_cents` is what was paid without what went back, `last_at` when the last one was placed (ms),
     * 0 without any.
     */
    customer_sums: { user_id: string; orders: number; paid_cents: number; last_at: number }
    /** What staff know of a customer, beside what the account says. */
    customer_cards: {
      user_id: string
      company: string | null
      phone: string | null
      vat_id: string | null
      /** As JSON: see `Place`. */
      address: string | null
      /** 1 when staff made the account. */
      is_entered: 0 | 1
      revision: number
    }
    /** The words by which staff sort customers, in small letters. */
    customer_tags: { user_id: string; tag: string }
  }
}

const BY_STAFF = {
  columns: ['user_id'],
  firstReset: 'stays',
  account: 'deleted',
  leaving: 'deleted',
  because: 'staff wrote them',
} as const

/** What becomes of rows with the id of an account. */
export const accountRows = {
  customer_notes: { ...BY_STAFF, because: 'admins wrote them' },
  customer_sums: { ...BY_STAFF, leaving: 'stays', because: 'sums of orders, which stay' },
  customer_cards: BY_STAFF,
  customer_tags: BY_STAFF,
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`customer_notes` (270)':
    'at most 100 of an account, and go with it. A removed one goes with the next note after a day',
  '`customer_sums` (260)': 'with the account: one row of each that has ordered or that staff entered',
  '`customer_cards` (230), `customer_tags` (150)':
    'until staff change them or the account is deleted; at most 20 tags of one. An account that staff made is not deleted as an abandoned one',
}
