import type { TextLimits } from '#kit/input/contact-rules.ts'

/** The rules of what a customer may add to an order, for the server and for the forms in the browser. */

/** The customer's own number of the purchase. */
export const PO_NUMBER: TextLimits = { what: 'The PO number', minimum: 1, maximum: 64 }

export const NOTE: TextLimits = { what: 'The note', minimum: 1, maximum: 500 }

/** The rules of shipments, for the server and for the forms in the browser. */

export const CARRIER: TextLimits = { what: 'The carrier', minimum: 1, maximum: 64 }

/** The number by which the carrier knows the parcel. */
export const TRACKING: TextLimits = { what: 'The tracking number', minimum: 1, maximum: 64 }

/** Why a parcel counts as lost. */
export const LOSS_REASON: TextLimits = { what: 'The reason', minimum: 1, maximum: 200 }

/** How many shipments an order has at most; the last has all that is left. */
export const MAXIMUM_SHIPMENTS = 100

/** How many orders can get a status in one call. */
export const MAXIMUM_ORDERS_AT_ONCE = 100

/** The limits of saved views, also for pages, which load no validator for them. */
export const VIEW_NAME = { what: 'The name', maximum: 60 } as const

export const MAXIMUM_VIEWS = 20

/** The most days before today that a filter of Manage Orders, and so a view, can show. */
export const LONGEST_RANGE_DAYS = 366

/** An order has a few refunds; this bounds its list. */
export const MAXIMUM_REFUNDS = 100
