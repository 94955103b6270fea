/** The list of the parts at or below their reorder point. */
export const LOW_STOCK_PATH = '/dashboard/manageproducts?view=low'

/** The list of planned prices, with those that wait for a decision. */
export const PLANNED_PRICES_PATH = '/dashboard/manageproducts?view=planned'
