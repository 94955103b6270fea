import { expect } from 'vitest'
import { type OrderState, type StatedOrder, stateOf } from '#features/orders/transitions/order-state.ts'
import { type OrderAction, TRANSITIONS } from '#features/orders/transitions/transitions.ts'

interface Rows {
  readonly orders: readonly (StatedOrder & { readonly id: string })[]
}

/** Each paid order is afterwards in a state to which the table of transitions leads by these actions, or as it was. */
export function expectStates(actions: readonly OrderAction[], before: Rows, after: Rows): void {
  for (const { id, ...order } of before.orders) {
    const now = after.orders.find((row) => row.id === id)
    if (order.paid_at === null || !now) continue
    const was = stateOf(order, 0)
    const said = `${actions.join(', ')} of an order that was ${was}`
    expect([...statesAfter(actions, was)], said).toContain(stateOf(now, 0))
  }
}

function statesAfter(actions: readonly OrderAction[], before: OrderState): ReadonlySet<OrderState> {
  const after = new Set([before])
  // One that is added is looked at as well.
  for (const state of after)
    for (const row of TRANSITIONS)
      if ('then' in row && actions.includes(row.action) && row.from.some((from) => from === state))
        for (const to of row.to) after.add(to)
  return after
}
