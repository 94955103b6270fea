import type { Db } from '#kit/db/db.ts'
import type { RefundedParts } from '../left-to-refund.ts'
import type { OrderCreditNote, OrderReceipt } from '../schema.ts'
import type { OrderRefundState } from '../states.ts'
import type { DocumentNumber } from '../texts.ts'

/** A refund that an admin made, as it is stored. */
export interface RefundRecord {
  readonly id: string
  readonly state: OrderRefundState
  readonly amount_cents: number
  readonly created_at: number
  readonly actor_email: string
  readonly reason: string
  readonly message: string | null
  readonly failure: string | null
  /** See `readRefundedParts`. */
  readonly lines: string | null
  readonly delivery_cents: number | null
  /** See `readGoneParts`. */
  readonly settles: string | null
  /** The event of the order that it was made. */
  readonly event_id: string | null
}

/** A refund as the mail about it says it. `hasPaper`: there is a document of its credit note. */
export interface MailedRefund extends RefundedParts {
  readonly amount_cents: number
  readonly message: string | null
  readonly creditNote: string | undefined
  readonly hasPaper: boolean
  /** It lowers what is open of an order on account: no money went back. */
  readonly isCredit: boolean
}

/** A step of a return of the order, in words, by its customer or by the staff. `actor` is the id of the account. */
export interface ReturnedStep {
  readonly text: string
  readonly by: 'customer' | 'admin'
  readonly actor: string
  readonly at: number
}

/** What orders show and count of the rows of features above them, which alone read these. */
interface Handed {
  /** The refunds of an order that admins made, oldest first. */
  listRefunds(db: Db, orderId: string): Promise<RefundRecord[]>
  /** The ids of the orders with this number of an invoice or a credit note. */
  findOrdersOfDocument(db: Db, document: DocumentNumber): Promise<string[]>
  /** The numbers of the invoices of these orders, by the id of the order. */
  findInvoiceNumbers(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The credit notes of an order, oldest first. */
  listCreditNotes(db: Db, orderId: string): Promise<OrderCreditNote[]>
  /** The money that was received for an order on account, oldest first. */
  listReceipts(db: Db, orderId: string): Promise<OrderReceipt[]>
  /** The steps of the returns of an order, oldest first. */
  listReturnSteps(db: Db, orderId: string): Promise<ReturnedStep[]>
  /** The refund that this mail is about; undefined when it is in another state since. */
  findMailedRefund(db: Db, mailId: string, state: OrderRefundState): Promise<MailedRefund | undefined>
}

let handed: Handed | undefined

/** The composition hands it over before anything is read: orders import none of these features. */
export function handToOrders(given: Handed): void {
  handed = given
}

/** What was handed over. */
export function fromAbove(): Handed {
  if (!handed) throw new Error('nobody has handed refunds and credit notes to orders')
  return handed
}
