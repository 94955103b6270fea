/** Invoices and credit notes, of these days or all. */
export const invoicesPath = (days?: { readonly from: string; readonly to: string }): string =>
  `/dashboard/invoices${days ? `?${new URLSearchParams({ ...days })}` : ''}`

/** The page of the own invoices. */
export const MY_INVOICES_PATH = '/dashboard/myinvoices'
