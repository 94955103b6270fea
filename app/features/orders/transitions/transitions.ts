import { ALREADY_PAID, orderRefusals } from '../refusals.ts'
import type { OrderEventKind } from '../states.ts'
import type { OrderState } from './order-state.ts'
import type {
  Effects,
  OrderAction,
  OrderActor,
  Refused,
  RefusedTransition,
  Transition,
} from './transition.ts'

export type { Obstacle, OrderAction, OrderActor, Refused, Transition } from './transition.ts'

/**
 * What may happen to an order in which state, who may do it, and what follows: the one table that placing, paying, cancelling,
 * lapsing, changing, shipping and refunding ask (`steps/ask.ts`), and of which they write what follows (`steps/follow.ts`). Its
 * picture is in docs/architecture.md.
 */

const UNPAID = ['unpaid', 'overdue'] as const
const ASKED = ['waiting', 'unanswered'] as const
const BEFORE_PAID = [...UNPAID, ...ASKED] as const
const PAID = ['pending', 'partly_shipped', 'shipped'] as const
const BUYERS = ['customer', 'staff'] as const

const conflict = (says: string): Refused => ({ code: 'conflict', says })
const paid = (says: string): Refused => ({ code: ALREADY_PAID, says })
const unpaid = (says: string): Refused => ({ code: orderRefusals.unpaid, says })
const notFound = (says: string): Refused => ({ code: 'not_found', says })

const NO_ORDER = notFound('There is no such order.')
const NO_SHIPMENT = notFound('The order has no such shipment.')
const NONE_CANCELLED = notFound('No such shipment of the order was cancelled.')
const IS_PAID = paid('The order is paid already.')
const LINES_ARE_PAID = paid('The order is paid or being paid, so its lines can no longer be changed.')
const WAITS: Refused = {
  code: orderRefusals.approvalWaiting,
  says: 'The order waits until somebody of its company approves it.',
}
const DOES_NOT_WAIT = conflict('The order does not wait for an approval any more.')
const HOLD_IS_OVER = conflict('The hold of this order is over.')
const IS_SHIPPED = conflict('The order is shipped already, at least in part, so it cannot be changed.')
const NEVER_PAID = conflict('The order was cancelled before it was paid, so no money of it can go back.')
const NOT_PAID_YET = unpaid('The order is not paid yet, so it cannot be shipped.')
const NOT_PAID = unpaid('The order is not paid, so no money of it went back.')

/** Whose money went back, or whoever loses the dispute, would lose the pieces too. */
const CANNOT_SHIP = {
  stopped: {
    code: orderRefusals.refunded,
    says: 'The money of this order went back, so it cannot be shipped.',
  },
  disputed: {
    code: orderRefusals.disputed,
    says: 'The payment of this order is disputed at the bank. Ship it only if you mean to, despite the dispute.',
  },
} as const

const ALL_IS_KEPT = conflict('No money of this order went back, so its pieces are to be shipped.')

const may = (
  action: OrderAction,
  from: readonly (OrderState | 'new')[],
  by: readonly OrderActor[],
  to: readonly OrderState[],
  then: Effects = {},
): Transition => ({ action, from, by, to, then })

const mayNot = (
  action: OrderAction,
  from: readonly OrderState[],
  refused: Refused,
  by?: readonly OrderActor[],
): RefusedTransition => ({ action, from, refused, ...(by && { by }) })

const BEFORE_PAYMENT: readonly (Transition | RefusedTransition)[] = [
  may('place', ['new'], BUYERS, ['unpaid', 'waiting'], {
    mail: 'placed',
    event: 'placed',
  }),
  may('hold', UNPAID, ['staff'], ['unpaid'], { mail: 'held', event: 'held' }),
  may('hold', ASKED, ['staff'], ['waiting'], { mail: 'held', event: 'held' }),
  mayNot('hold', PAID, conflict('The order is paid, so its hold has no end.')),
  may('extend', UNPAID, ['shop'], ['unpaid'], { event: 'held' }),
  may('extend', ASKED, ['shop'], ['waiting'], { event: 'held' }),
  mayNot('extend', PAID, IS_PAID),
  may('remind', ['unpaid'], ['shop', 'staff'], ['unpaid'], { mail: 'lapsing' }),
  mayNot('remind', ASKED, WAITS),
  mayNot('remind', ['overdue'], HOLD_IS_OVER),
  mayNot('remind', PAID, IS_PAID),
  may('change lines', ['unpaid', 'waiting'], BUYERS, ['unpaid', 'waiting'], {
    mail: 'lines changed',
    event: 'changed',
  }),
  mayNot('change lines', ['overdue', 'unanswered'], HOLD_IS_OVER),
  mayNot('change lines', PAID, LINES_ARE_PAID),
  may('create link', ['unpaid'], BUYERS, ['unpaid'], { event: 'link_created' }),
  mayNot('create link', ASKED, WAITS),
  mayNot('create link', ['overdue'], HOLD_IS_OVER),
  mayNot('create link', PAID, IS_PAID),
]

const ENDED = { stock: 'released' } as const

const APPROVAL: readonly (Transition | RefusedTransition)[] = [
  may('ask', ['unpaid', 'waiting'], BUYERS, ['waiting'], { event: 'approval_asked' }),
  mayNot('ask', ['overdue', 'unanswered'], HOLD_IS_OVER),
  mayNot('ask', PAID, IS_PAID),
  may('approve', ['waiting'], ['approver'], ['unpaid'], { mail: 'approved', event: 'approved' }),
  mayNot('approve', ['unanswered'], HOLD_IS_OVER),
  mayNot('approve', [...UNPAID, ...PAID, 'cancelled'], DOES_NOT_WAIT),
  may('decline', ASKED, ['approver'], ['cancelled'], { ...ENDED, mail: 'declined', event: 'declined' }),
  mayNot('decline', [...UNPAID, ...PAID, 'cancelled'], DOES_NOT_WAIT),
]

const CONTACT_CHANGED = { mail: 'contact changed', event: 'changed' } as const

const PAYMENT: readonly (Transition | RefusedTransition)[] = [
  ...BEFORE_PAID.map((state) =>
    may('change contact', [state], ['customer', 'staff', 'link'], [state], CONTACT_CHANGED),
  ),
  may('change contact', ['pending'], BUYERS, ['pending'], CONTACT_CHANGED),
  mayNot('change contact', ['partly_shipped', 'shipped'], IS_SHIPPED, BUYERS),
  // The invoice has the PO number.
  mayNot('change contact', PAID, IS_PAID, ['link']),
  may('pay', UNPAID, ['customer', 'link', 'provider'], ['pending'], {
    mail: 'paid',
    event: 'paid',
  }),
  mayNot('pay', ASKED, WAITS),
  mayNot('pay', PAID, IS_PAID),
  may('cancel', BEFORE_PAID, BUYERS, ['cancelled'], { ...ENDED, mail: 'cancelled', event: 'cancelled' }),
  mayNot('cancel', PAID, paid('The order is paid or being paid, so it can no longer be cancelled.')),
  may('lapse', ['overdue', 'unanswered'], ['shop'], ['cancelled'], {
    ...ENDED,
    mail: 'lapsed',
    event: 'lapsed',
  }),
  mayNot('lapse', ['unpaid', 'waiting'], conflict('The hold of this order is not over.')),
  mayNot('lapse', PAID, IS_PAID),
  may('disown', BEFORE_PAID, ['shop'], ['cancelled'], { ...ENDED, mail: 'unproven', event: 'cancelled' }),
  mayNot('disown', PAID, IS_PAID),
]

const SHIPPED = { mail: 'shipped', event: 'shipped' } as const

const CANCELLED = { mail: 'reverted', event: 'reverted' } as const

const LOST = { mail: 'lost', event: 'reverted', unless: CANNOT_SHIP } as const

/** Which shipments it has and which pieces are left decide too: `ship` of a shipped order finds none. */
const SHIPPING: readonly (Transition | RefusedTransition)[] = [
  mayNot('ship', ASKED, WAITS),
  mayNot('ship', UNPAID, NOT_PAID_YET),
  may('ship', ['pending', 'partly_shipped'], ['staff'], ['partly_shipped', 'shipped'], {
    ...SHIPPED,
    unless: CANNOT_SHIP,
  }),
  may('ship', ['shipped'], ['staff'], ['shipped'], { ...SHIPPED, unless: CANNOT_SHIP }),
  may('cancel shipment', ['partly_shipped'], ['staff'], ['pending', 'partly_shipped'], CANCELLED),
  may('cancel shipment', ['shipped'], ['staff'], PAID, CANCELLED),
  mayNot('cancel shipment', [...BEFORE_PAID, 'pending'], NO_SHIPMENT),
  may('revert', ['pending'], ['staff'], ['pending']),
  may('revert', ['partly_shipped'], ['staff'], ['pending', 'partly_shipped'], CANCELLED),
  may('revert', ['shipped'], ['staff'], PAID, CANCELLED),
  mayNot('revert', BEFORE_PAID, NOT_PAID_YET),
  may('restore', ['pending', 'partly_shipped'], ['staff'], ['partly_shipped', 'shipped'], SHIPPED),
  may('restore', ['shipped'], ['staff'], ['shipped'], SHIPPED),
  mayNot('restore', BEFORE_PAID, NONE_CANCELLED),
  may('lose', ['partly_shipped', 'shipped'], ['staff'], ['pending', 'partly_shipped'], LOST),
  mayNot('lose', [...BEFORE_PAID, 'pending'], NO_SHIPMENT),
  may('replace', ['partly_shipped', 'shipped'], ['staff'], ['partly_shipped'], { unless: CANNOT_SHIP }),
  mayNot('replace', [...BEFORE_PAID, 'pending'], NO_SHIPMENT),
  ...([...BEFORE_PAID, ...PAID] as const).map((state) =>
    may('cover', [state], ['shop'], [state], { mail: 'covered', event: 'covered' }),
  ),
  ...(['partly_shipped', 'shipped'] as const).map((state) =>
    may('track', [state], ['staff'], [state], { mail: 'tracked', event: 'changed' }),
  ),
  mayNot('track', [...BEFORE_PAID, 'pending'], NO_SHIPMENT),
]

/** What does not ship any more is left no longer, and is again when its refund fails: shipped in part becomes shipped, and back. */
const MONEY: readonly (Transition | RefusedTransition)[] = [
  ...PAID.flatMap((state) => {
    const less = state === 'partly_shipped' ? PAID.slice(1) : [state]
    const more = state === 'shipped' ? PAID.slice(1) : [state]
    return [
      may('refund', [state], ['staff'], less),
      may('return money', [state], ['staff', 'provider'], less, { mail: 'refunded', event: 'refunded' }),
      may('miss money', [state], ['staff', 'provider'], more, { mail: 'refund failed', event: 'refunded' }),
      may('dispute', [state], ['provider'], [state], { event: 'disputed' }),
      may('restock', [state], ['staff'], less, {
        event: 'restocked',
        unless: { kept: ALL_IS_KEPT },
      }),
    ]
  }),
  mayNot('refund', BEFORE_PAID, conflict('The order is not paid, so there is nothing to refund.')),
  mayNot('refund', ['cancelled'], NEVER_PAID),
  mayNot('return money', BEFORE_PAID, NOT_PAID),
  mayNot('miss money', BEFORE_PAID, NOT_PAID),
  mayNot('dispute', BEFORE_PAID, NOT_PAID),
  mayNot('restock', BEFORE_PAID, NOT_PAID),
  mayNot('restock', ['cancelled'], NEVER_PAID),
]

const NAMED = [...BEFORE_PAYMENT, ...APPROVAL, ...PAYMENT, ...SHIPPING, ...MONEY]

/** A cancelled order is refused as an unknown one, unless a row says otherwise. */
const OF_CANCELLED = [...new Set(NAMED.map(({ action }) => action))]
  .filter((action) => action !== 'place')
  .filter(
    (action) => !NAMED.some((row) => row.action === action && row.from.some((is) => is === 'cancelled')),
  )
  .map((action) => mayNot(action, ['cancelled'], NO_ORDER))

export const TRANSITIONS: readonly (Transition | RefusedTransition)[] = [...NAMED, ...OF_CANCELLED]

/** What an action does where it may always happen. Throws where it is refused. */
export function findAllowed<Action extends OrderAction>(
  action: Action,
  state: OrderState | 'new',
  by: OrderActor,
): Transition<Action> {
  const row = findTransition(action, state, by)
  if ('refused' in row) throw new Error(`${action} is refused of an order that is ${state}`)
  return row
}

/** What an action of somebody does to an order in this state, or why it is refused. Who is named in no row is told of no order. */
export function findTransition<Action extends OrderAction>(
  action: Action,
  state: OrderState | 'new',
  by: OrderActor,
): Transition<Action> | RefusedTransition {
  const isOf = (row: Transition | RefusedTransition): row is Transition<Action> | RefusedTransition =>
    row.action === action && row.from.some((is) => is === state) && (row.by?.includes(by) ?? true)
  return TRANSITIONS.find(isOf) ?? { action, from: [], refused: NO_ORDER }
}

/** The state that an action leads to, if it is one. */
export function resultOf({ action, to: [state, ...others] }: Transition): OrderState {
  if (state === undefined || others.length > 0)
    throw new Error(`${action} leads to ${others.length + 1} states`)
  return state
}

/** The kind of the event that the timeline has of an action. */
export function eventOf({ action, then: { event } }: Transition): OrderEventKind {
  if (event === undefined) throw new Error(`the timeline has no event of ${action}`)
  return event
}
