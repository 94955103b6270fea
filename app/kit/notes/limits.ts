/** The limits of notes, also for pages, which load no validator for them. */
export const NOTE_TEXT = { what: 'The note', maximum: 2000 } as const

/** What the buyer calls the part of a line. */
export const LONGEST_OWN_NUMBER = 64

/** How many notes one thing has at most. */
export const MAXIMUM_NOTES = 100
