/** The page of the cart, for visitors and customers. */
export const CART_PATH = '/cart'
