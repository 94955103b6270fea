import type { TextLimits } from '#kit/input/contact-rules.ts'

/** The rules of shipments, for the server and for the forms in the browser. */

export const CARRIER: TextLimits = { what: 'The carrier', minimum: 1, maximum: 64 }

/** The number by which the carrier knows the parcel. */
export const TRACKING: TextLimits = { what: 'The tracking number', minimum: 1, maximum: 64 }

/** How many shipments an order has at most; the last has all that is left. */
export const MAXIMUM_SHIPMENTS = 100

/** How many orders can get a status in one call. */
export const MAXIMUM_ORDERS_AT_ONCE = 100
