import type { OrderEventKind } from '../states.ts'
import { isPaid, type OrderState, OWED_AS } from './order-state.ts'
import {
  ALL_IS_KEPT,
  ALL_IS_THERE,
  BY_INVOICE,
  CANNOT_SHIP,
  conflict,
  DOES_NOT_WAIT,
  HAS_NO_HOLD,
  HOLD_IS_OVER,
  IS_BEGUN,
  IS_PAID,
  IS_SHIPPED,
  LINES_ARE_PAID,
  NEVER_PAID,
  NO_ORDER,
  NO_SHIPMENT,
  NONE_CANCELLED,
  NOT_BILLED,
  NOT_INVOICED,
  NOT_ON_ACCOUNT,
  NOT_PAID,
  NOT_PAID_YET,
  notFound,
  paid,
  WAITS,
} from './refused.ts'
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
const OWED = ['owed', 'owed_partly_shipped', 'owed_shipped'] as const
const BEGUN = ['owed_partly_shipped', 'owed_shipped'] as const
const BUYERS = ['customer', 'staff'] as const

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

const LINES_CHANGED = { mail: 'lines changed', event: 'changed' } as const

const BEFORE_PAYMENT: readonly (Transition | RefusedTransition)[] = [
  may('place', ['new'], BUYERS, ['unpaid', 'waiting', 'owed'], { mail: 'placed', event: 'placed' }),
  may('hold', UNPAID, ['staff'], ['unpaid'], { mail: 'held', event: 'held' }),
  may('hold', ASKED, ['staff'], ['waiting'], { mail: 'held', event: 'held' }),
  mayNot('hold', OWED, HAS_NO_HOLD),
  mayNot('hold', PAID, conflict('The order is paid, so its hold has no end.')),
  may('extend', UNPAID, ['shop'], ['unpaid'], { event: 'held' }),
  may('extend', ASKED, ['shop'], ['waiting'], { event: 'held' }),
  mayNot('extend', OWED, HAS_NO_HOLD),
  mayNot('extend', PAID, IS_PAID),
  may('remind', ['unpaid'], ['shop', 'staff'], ['unpaid'], { mail: 'lapsing' }),
  mayNot('remind', ASKED, WAITS),
  mayNot('remind', ['overdue'], HOLD_IS_OVER),
  ...OWED.map((state) => may('remind', [state], ['shop'], [state], { mail: 'due' })),
  mayNot('remind', OWED, HAS_NO_HOLD, ['staff']),
  mayNot('remind', PAID, IS_PAID),
  may('change lines', ['unpaid'], BUYERS, ['unpaid', 'waiting'], LINES_CHANGED),
  may('change lines', ['waiting'], BUYERS, ['unpaid', 'waiting', 'owed'], LINES_CHANGED),
  may('change lines', ['owed'], BUYERS, ['owed', 'waiting'], { ...LINES_CHANGED, unless: NOT_BILLED }),
  mayNot('change lines', BEGUN, IS_SHIPPED),
  mayNot('change lines', ['overdue', 'unanswered'], HOLD_IS_OVER),
  mayNot('change lines', PAID, LINES_ARE_PAID),
  may('create link', ['unpaid'], BUYERS, ['unpaid'], { event: 'link_created' }),
  mayNot('create link', ASKED, WAITS),
  mayNot('create link', ['overdue'], HOLD_IS_OVER),
  mayNot('create link', OWED, BY_INVOICE),
  mayNot('create link', PAID, IS_PAID),
]

const ENDED = { stock: 'released' } as const

const APPROVAL: readonly (Transition | RefusedTransition)[] = [
  may('ask', ['unpaid', 'waiting', 'owed'], BUYERS, ['waiting'], { event: 'approval_asked' }),
  mayNot('ask', ['overdue', 'unanswered'], HOLD_IS_OVER),
  mayNot('ask', BEGUN, IS_SHIPPED),
  mayNot('ask', PAID, IS_PAID),
  may('approve', ['waiting'], ['approver'], ['unpaid', 'owed'], { mail: 'approved', event: 'approved' }),
  mayNot('approve', ['unanswered'], HOLD_IS_OVER),
  mayNot('approve', [...UNPAID, ...OWED, ...PAID, 'cancelled'], DOES_NOT_WAIT),
  may('decline', ASKED, ['approver'], ['cancelled'], { ...ENDED, mail: 'declined', event: 'declined' }),
  mayNot('decline', [...UNPAID, ...OWED, ...PAID, 'cancelled'], DOES_NOT_WAIT),
]

const CONTACT_CHANGED = { mail: 'contact changed', event: 'changed' } as const

const PAYMENT: readonly (Transition | RefusedTransition)[] = [
  ...BEFORE_PAID.map((state) =>
    may('change contact', [state], ['customer', 'staff', 'link'], [state], CONTACT_CHANGED),
  ),
  may('change contact', ['pending'], BUYERS, ['pending'], CONTACT_CHANGED),
  may('change contact', ['owed'], BUYERS, ['owed'], CONTACT_CHANGED),
  mayNot('change contact', [...BEGUN, 'partly_shipped', 'shipped'], IS_SHIPPED, BUYERS),
  mayNot('change contact', OWED, BY_INVOICE, ['link']),
  // The invoice has the PO number.
  mayNot('change contact', PAID, IS_PAID, ['link']),
  may('pay', UNPAID, ['customer', 'link', 'provider'], ['pending'], { mail: 'paid', event: 'paid' }),
  ...PAID.map((state) =>
    may('pay', [OWED_AS[state]], ['customer', 'provider'], [state], {
      mail: 'paid',
      event: 'paid',
      unless: NOT_INVOICED,
    }),
  ),
  mayNot('pay', OWED, BY_INVOICE, ['link']),
  mayNot('pay', ASKED, WAITS),
  mayNot('pay', PAID, IS_PAID),
  may('cancel', BEFORE_PAID, BUYERS, ['cancelled'], { ...ENDED, mail: 'cancelled', event: 'cancelled' }),
  may('cancel', ['owed'], BUYERS, ['cancelled'], {
    ...ENDED,
    mail: 'cancelled',
    event: 'cancelled',
    unless: NOT_BILLED,
  }),
  mayNot('cancel', BEGUN, IS_BEGUN),
  mayNot('cancel', PAID, paid('The order is paid or being paid, so it can no longer be cancelled.')),
  may('lapse', ['overdue', 'unanswered'], ['shop'], ['cancelled'], {
    ...ENDED,
    mail: 'lapsed',
    event: 'lapsed',
  }),
  mayNot('lapse', ['unpaid', 'waiting'], conflict('The hold of this order is not over.')),
  mayNot('lapse', OWED, HAS_NO_HOLD),
  mayNot('lapse', PAID, IS_PAID),
  may('disown', BEFORE_PAID, ['shop'], ['cancelled'], { ...ENDED, mail: 'unproven', event: 'cancelled' }),
  mayNot('disown', OWED, BY_INVOICE),
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
  may('refund', ['owed'], ['staff'], ['owed'], { unless: NOT_INVOICED }),
  mayNot('refund', BEFORE_PAID, conflict('The order is not paid, so there is nothing to refund.')),
  mayNot('refund', ['cancelled'], NEVER_PAID),
  mayNot('return money', BEFORE_PAID, NOT_PAID),
  mayNot('miss money', [...BEFORE_PAID, ...OWED], NOT_PAID),
  mayNot('dispute', [...BEFORE_PAID, ...OWED], NOT_PAID),
  mayNot('restock', BEFORE_PAID, NOT_PAID),
  mayNot('restock', ['cancelled'], NEVER_PAID),
]

const ACCOUNT: readonly (Transition | RefusedTransition)[] = [
  ...PAID.flatMap((state) => {
    const owed = OWED_AS[state]
    return [
      may('invoice', [owed], ['shop'], [owed], { mail: 'invoiced' }),
      may('receive', [owed], ['staff'], [owed, state], { mail: 'paid', event: 'paid' }),
      may('take back', [owed], ['staff'], [owed]),
      may('take back', [state], ['staff'], [owed]),
    ]
  }),
  mayNot('invoice', BEFORE_PAID, NOT_ON_ACCOUNT),
  mayNot('invoice', PAID, IS_PAID),
  mayNot('receive', BEFORE_PAID, NOT_ON_ACCOUNT),
  mayNot('receive', PAID, ALL_IS_THERE),
  mayNot('take back', BEFORE_PAID, notFound('The order has no such receipt.')),
]

/** An order on account ships, and is credited, as a paid one. What else happens to its money has rows of its own. */
const LIKE_PAID = [...SHIPPING, ...MONEY].flatMap((row): (Transition | RefusedTransition)[] => {
  const from = [...row.from].filter(isPaid).map((state) => OWED_AS[state])
  const hasOwn =
    row.action === 'miss money' ||
    row.action === 'dispute' ||
    (row.action === 'refund' && from.includes('owed'))
  if (from.length === 0 || hasOwn) return []
  if ('refused' in row) return [{ ...row, from }]
  return [{ ...row, from, to: row.to.filter(isPaid).map((state) => OWED_AS[state]) }]
})

const NAMED = [...BEFORE_PAYMENT, ...APPROVAL, ...PAYMENT, ...SHIPPING, ...MONEY, ...ACCOUNT, ...LIKE_PAID]

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
