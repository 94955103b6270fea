import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { CompanyRole } from './limits.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** Who buys by its own rules. */
    companies: {
      id: string
      name: string
      /** Where its invoices go, as JSON: see `Address`. */
      bill_to: string
      vat_id: string | null
      /** One more with each change. */
      revision: Generated<number>
      /** 1: the shop takes no orders of it. */
      blocked: Generated<0 | 1>
      /** What the staff wrote of it. */
      note: string | null
      /** What it pays less than the list, in ten-thousandths of a percent. */
      discount_e4: Generated<number>
      /** One more with each change of the discount or of its agreed prices. */
      prices_revision: Generated<number>
      /** What the staff finds it by, folded. */
      search_text: string
      created_at: number
      /** In how many days its invoices are to be paid, and for how much it may order without paying; both or neither. */
      terms_days: Generated<number | null>
      credit_cents: Generated<number | null>
    }
    /** An account is a member of one company at most. */
    company_members: {
      user_id: string
      company_id: string
      role: CompanyRole
      /** What the member orders without being asked, with one order and in a month; null: no limit. */
      order_limit_cents: number | null
      month_limit_cents: number | null
      joined_at: number
    }
    /** Who may become a member by a mailed link. */
    company_invitations: {
      id: string
      company_id: string
      email: string
      role: CompanyRole
      order_limit_cents: number | null
      month_limit_cents: number | null
      /** See `hashToken`. */
      token_hash: string
      expires_at: number
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  company_members: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'deleted',
    leaving: 'deleted',
    because: 'only an account whose address is verified is a member, so none is at a first reset',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`companies` (700)': 'for good: orders name theirs. Without members nobody but the staff reads it',
  '`company_members` (260)': 'until the member goes, or with the account',
  '`company_invitations` (420)':
    'until it is used or withdrawn, or 7 days: `delete old invitations`; 50 of a company at once',
}
