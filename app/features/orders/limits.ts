import type { TextLimits } from '#kit/input/contact-rules.ts'

/** The rules of what a customer may add to an order, for the server and for the forms in the browser. */

/** The customer's own number of the purchase. */
export const PO_NUMBER: TextLimits = { what: 'The PO number', minimum: 1, maximum: 64 }

export const NOTE: TextLimits = { what: 'The note', minimum: 1, maximum: 500 }
