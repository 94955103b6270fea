import type { TextLimits } from '#kit/contact-rules.ts'

/** How long the comment of a review may be, for the shop and for the form in the browser. */
export const COMMENT: TextLimits = { what: 'The comment', minimum: 1, maximum: 1000 }
