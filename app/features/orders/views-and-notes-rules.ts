/** The limits of saved views and notes, also for pages, which load no validator for them. */
export const VIEW_NAME = { what: 'The name', maximum: 60 } as const

export const MAXIMUM_VIEWS = 20

export const ORDER_NOTE = { what: 'The note', maximum: 2000 } as const

export const MAXIMUM_NOTES = 100

export const LONGEST_RANGE_DAYS = 366
