/** The list of the parts at or below their reorder point. */
export const LOW_STOCK_PATH = '/dashboard/manageproducts?view=low-stock'
