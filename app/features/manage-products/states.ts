/** The columns of Manage Products that can be hidden; the others are always shown. */
export const chosenColumns = ['sku', 'category', 'onHand', 'held', 'reorderPoint', 'state'] as const

export type ChosenColumn = (typeof chosenColumns)[number]

/** What who has not chosen sees. */
export const USUAL_COLUMNS: readonly ChosenColumn[] = ['sku', 'category', 'onHand', 'held', 'state']

/** So many products can be chosen at once. */
export const CHOSEN_AT_MOST = 1000

/** Which products a list for the staff has. Featured ones are also archived ones; the others but `archived` are for sale. */
export const managedStates = ['for_sale', 'low', 'out', 'featured', 'archived'] as const

export type ManagedState = (typeof managedStates)[number]

/** By what a list for the staff is sorted; with a dash before it the other way round. */
const sortedBy = ['sku', 'name', 'category', 'price', 'quantity'] as const

export type ManagedSort = (typeof sortedBy)[number] | `-${(typeof sortedBy)[number]}`

export const managedSorts: readonly ManagedSort[] = sortedBy.flatMap((column) => [
  column,
  `-${column}` as const,
])
