/** The columns of Manage Products that can be hidden; the others are always shown. */
export const chosenColumns = ['sku', 'category', 'onHand', 'held', 'reorderPoint', 'state'] as const

export type ChosenColumn = (typeof chosenColumns)[number]

/** What who has not chosen sees. */
export const USUAL_COLUMNS: readonly ChosenColumn[] = ['sku', 'category', 'onHand', 'held', 'state']

/** So many products can be chosen at once. */
export const CHOSEN_AT_MOST = 1000
