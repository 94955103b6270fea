/** The limits of messages about an order, also for pages, which load no validator for them. */
export const MESSAGE_TEXT = { what: 'The message', maximum: 2000 } as const

/** How many messages about one order there are at most, of both sides. */
export const MAXIMUM_MESSAGES = 200

/** So many of a customer can wait for an answer: each is a mail to the staff. */
export const MAXIMUM_WAITING = 5
