import type { TextLimits } from '#kit/input/contact-rules.ts'

/** The limits of offers, also for pages, which load no validator for them. */

export const OFFER_NOTE: TextLimits = { what: 'The note', minimum: 1, maximum: 1000 }

export const OFFER_MESSAGE: TextLimits = { what: 'The message', minimum: 1, maximum: 2000 }

export const OFFER_ANSWER: TextLimits = { what: 'The reason', minimum: 1, maximum: 500 }

/** What is wanted of a line in words, such as a day. */
export const WANTED: TextLimits = { what: 'What is wanted', minimum: 1, maximum: 100 }

/** The most working days that a line takes. */
export const LONGEST_LEAD_DAYS = 365

/** How far after today an offer can hold. */
export const LONGEST_VALID_DAYS = 366

export const MAXIMUM_VERSIONS = 50

/** How many messages about one offer there are at most, of both sides. */
export const MAXIMUM_MESSAGES = 200

/** So many offers of an account can wait for the shop at once: each is a mail to the staff. */
export const MAXIMUM_ASKED = 20
