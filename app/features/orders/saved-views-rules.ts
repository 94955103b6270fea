/** The limits of saved views, also for pages, which load no validator for them. */
export const VIEW_NAME = { what: 'The name', maximum: 60 } as const

export const MAXIMUM_VIEWS = 20

/** The most days before today that a filter of Manage Orders, and so a view, can show. */
export const LONGEST_RANGE_DAYS = 366
