import type { TextLimits } from '#kit/input/contact-rules.ts'

/** The length limits of a review's comment, in the API and in the form. */
export const COMMENT: TextLimits = { what: 'The comment', minimum: 1, maximum: 1000 }

/** The same of what the shop answers. */
export const ANSWER: TextLimits = { what: 'The answer', minimum: 1, maximum: 1000 }
