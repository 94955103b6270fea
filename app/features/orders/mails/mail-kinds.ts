import type { MailLayout } from '#kit/mail/layout.ts'
import type { MailedOrder } from './mailed-order.ts'

/**
 * What a mail is about. `lines changed`: of an unpaid order. `contact changed`: of a paid order. `refund failed`: after a mail
 * said that it was made. `covered`: pieces on backorder came into stock. `lapsing`: the hold is about to end. `invoiced` and `due` are of
 * an order on account: its invoice, and a reminder of that. `unproven`: it was placed before its address was proved.
 */
export type MailKind =
  | 'placed'
  | 'held'
  | 'approved'
  | 'declined'
  | 'paid'
  | 'lines changed'
  | 'contact changed'
  | 'shipped'
  | 'reverted'
  | 'lost'
  | 'tracked'
  | 'covered'
  | 'refunded'
  | 'refund failed'
  | 'invoiced'
  | 'due'
  | 'cancelled'
  | 'lapsing'
  | 'lapsed'
  | 'unproven'

/** The content of a mail; its title, with the number of the order, is also the subject. */
export type MailContent = (order: MailedOrder, addresses: Addresses) => MailLayout

export interface Addresses {
  readonly pay: string
  readonly orderAgain: string
  readonly page: string
}
