import { manageProducts } from '#features/catalog/paths.ts'

/** The list of the parts at or below their reorder point. */
export const LOW_STOCK_PATH = `${manageProducts.path}?view=low`

/** The list of planned prices, with those that wait for a decision. */
export const PLANNED_PRICES_PATH = `${manageProducts.path}?view=planned`
