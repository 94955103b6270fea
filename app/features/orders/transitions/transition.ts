import type { Refusal } from '#kit/problem.ts'
import type { MailKind } from '../mails/mail-kinds.ts'
import type { OrderEventKind } from '../states.ts'
import type { OrderState } from './order-state.ts'

/**
 * `extend`: its customer has verified the e-mail. `disown`: it was placed with an account before its owner proved the address.
 * `ask`: somebody of its company has to approve it. `revert` cancels all shipments, or some that are named; `restore` undoes that.
 * `refund` asks the provider; `return money` and `miss money`: a refund was made, or could not be after all. `replace`: returned
 * pieces are sent again. `cover`: pieces of it came into stock. `invoice`, `receive` and `take back` are of an order on account: its
 * invoice is issued, money for it is received, and that was a mistake.
 */
export type OrderAction =
  | 'place'
  | 'hold'
  | 'extend'
  | 'remind'
  | 'change lines'
  | 'ask'
  | 'approve'
  | 'decline'
  | 'change contact'
  | 'create link'
  | 'pay'
  | 'cancel'
  | 'lapse'
  | 'disown'
  | 'ship'
  | 'cancel shipment'
  | 'revert'
  | 'restore'
  | 'lose'
  | 'replace'
  | 'cover'
  | 'track'
  | 'restock'
  | 'refund'
  | 'return money'
  | 'miss money'
  | 'dispute'
  | 'invoice'
  | 'receive'
  | 'take back'

/** `approver`: of the company that it is for; `link`: whoever has its payment link; `shop`: a job; `provider`: of payments. */
export type OrderActor = 'customer' | 'approver' | 'staff' | 'link' | 'shop' | 'provider'

/** What beside its state stands in the way of an action. `kept`: no money of the order went back. `invoiced`, `uninvoiced`:
 * whether an order on account has its invoice; `received`: money for it is there. */
export type Obstacle = 'stopped' | 'disputed' | 'kept' | 'invoiced' | 'uninvoiced' | 'received'

/** A refusal with its sentence. */
export interface Refused {
  readonly code: Refusal | 'conflict' | 'not_found'
  readonly says: string
}

/**
 * What follows from an action; what is absent does not. Which single pieces are reserved, shipped, lost or put back depends on what
 * is asked besides, so their stock is not in the table.
 */
export interface Effects {
  /** All pieces of the order return to stock. */
  readonly stock?: 'released'
  /** What the customer is told. */
  readonly mail?: MailKind
  /** Its event in the timeline. */
  readonly event?: OrderEventKind
  readonly unless?: Readonly<Partial<Record<Obstacle, Refused>>>
}

/** An action in a state by whoever may do it. */
export interface Transition<Action extends OrderAction = OrderAction> {
  readonly action: Action
  readonly from: readonly (OrderState | 'new')[]
  readonly by: readonly OrderActor[]
  /** The states that the order can be in afterwards. */
  readonly to: readonly OrderState[]
  readonly then: Effects
}

/** An action that is refused in these states; to these only, if others may. */
export interface RefusedTransition {
  readonly action: OrderAction
  readonly from: readonly OrderState[]
  readonly by?: readonly OrderActor[]
  readonly refused: Refused
}
