import type { Generated } from 'kysely'
import type { AccountRows, KeptRows } from '#kit/db/schema.ts'
import type { OfferState } from './states.ts'

declare module '#kit/db/schema.ts' {
  interface Schema {
    /** What customers asked the shop to offer, and what became of it. */
    offers: {
      id: string
      /** What stands on its papers: see `offerNumberText`. */
      number: number
      /** Who asked, with name and e-mail of that time. */
      user_id: string
      name: string
      email: string
      /** The company that it was asked for, as it was called then. */
      company_id: string | null
      company_name: string | null
      state: OfferState
      /** One more with each version. */
      revision: Generated<number>
      /** What was asked for, as JSON: see `AskedLine`. */
      lines: string
      note: string | null
      /** Where it goes, as JSON: see `Address`. Null: to the country of the seller. */
      deliver_to: string | null
      /** The last day of the newest version, in the time zone of the shop. */
      valid_until: string | null
      /** 1 while something that the customer wrote waits for an answer. */
      to_answer: Generated<0 | 1>
      order_id: string | null
      /** The name of whoever accepted it. */
      accepted_by: string | null
      /** Why it was declined or withdrawn. */
      answer: string | null
      idempotency_key: string | null
      idempotency_hash: string | null
      created_at: number
      changed_at: number
    }
    /** What was offered. A version is inserted, and never changed. */
    offer_versions: {
      offer_id: string
      /** That which the offer has with it. */
      revision: number
      /** 1 of the first that was offered. */
      version: number
      /** As JSON: see `OfferedLine`. */
      lines: string
      /** As JSON: see `QuotedDelivery`. Null in a shop without methods. */
      delivery: string | null
      /** As JSON: see `Tax`. */
      tax: string
      lines_cents: number
      payable_cents: number
      currency: string
      valid_until: string
      note: string | null
      issued_at: number
      /** What its document says, as JSON: see `OrderPaper`. */
      paper: string
    }
    /** What both sides wrote. Inserted, never changed. */
    offer_messages: {
      id: string
      offer_id: string
      /** The account of the customer's side; null of the staff's. */
      user_id: string | null
      /** The name of whoever of the customer's side wrote it, or the e-mail of whoever of the staff. */
      author: string
      text: string
      at: number
      idempotency_key: string | null
      idempotency_hash: string | null
    }
  }
}

/** What becomes of rows with the id of an account. */
export const accountRows = {
  offers: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because:
      'only an account whose address is verified asks for one; what was offered is a paper of the shop',
  },
  offer_messages: {
    columns: ['user_id'],
    firstReset: 'stays',
    account: 'stays',
    leaving: 'stays',
    because: 'letters about an offer stay with it',
  },
} as const satisfies AccountRows

/** How long rows are kept. The figures are bytes a row on PostgreSQL, indexes included. */
export const keptRows: KeptRows = {
  '`offers` (900 with one line), `offer_versions` (1,900 with one line), `offer_messages` (350 and the text)':
    'for good; at most 50 versions and 200 messages of each',
}
