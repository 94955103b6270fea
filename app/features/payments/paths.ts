/** The path of the page that pays an order by its payment link. Pages are redirected to lower case, so the token has to be it. */
export const payPagePath = (token: string): string => `/pay/${token}`
