import type { Right } from '#features/accounts/rights.ts'
import type { OrderAction } from './transitions.ts'

/** The right that an action takes which only the staff may do: its call asks for it. */
export const RIGHT_TO = {
  hold: 'orders',
  ship: 'orders',
  'cancel shipment': 'orders',
  revert: 'orders',
  restore: 'orders',
  lose: 'orders',
  replace: 'orders',
  track: 'orders',
  restock: 'orders',
  refund: 'money',
  receive: 'money',
  'take back': 'money',
} as const satisfies Readonly<Partial<Record<OrderAction, Right>>>
