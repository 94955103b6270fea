/** The limits of returns, also for pages, which load no validator for them. */
export const RETURN_NOTE = { what: 'The note', maximum: 1000 } as const

/** How the pieces are to be sent back, and to where. */
export const RETURN_INSTRUCTIONS = { what: 'The instructions', maximum: 1000 } as const

/** Why a return is declined or closed. */
export const RETURN_ANSWER = { what: 'The reason', maximum: 500 } as const

/** So many days after the last shipment of an order its customer can ask for a return; the staff can open one later. */
export const RETURN_DAYS = 30

/** How many returns an order has at most. */
export const MAXIMUM_RETURNS = 50
