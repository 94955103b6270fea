/** The path of the page that pays an order by its payment link. Pages are redirected to lower case, so the token has to be it. */
export const payPagePath = (token: string): string => `/pay/${token}`

/** The path of the page with the receipt of an order that was paid by a link. In lower case too. */
export const receiptPagePath = (token: string): string => `/receipt/${token}`

/** The path of that receipt as a PDF document. */
export const receiptPdfPath = (token: string): string => `/api/receipt/${token}/receipt.pdf`
