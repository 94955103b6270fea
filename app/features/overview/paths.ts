/** The page of all products for the staff. It is above the pages of products and of their stock counts. */
export const manageProducts = { name: 'Manage Products', path: '/dashboard/manageproducts' } as const

/** The list of the parts at or below their reorder point. */
export const LOW_STOCK_PATH = `${manageProducts.path}?view=low`

/** The list of planned prices, with those that wait for a decision. */
export const PLANNED_PRICES_PATH = `${manageProducts.path}?view=planned`
