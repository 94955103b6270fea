/** The limits of notes, also for pages, which load no validator for them. */
export const ORDER_NOTE = { what: 'The note', maximum: 2000 } as const

export const MAXIMUM_NOTES = 100
