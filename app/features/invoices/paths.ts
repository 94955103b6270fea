/** Invoices and credit notes, of these days or all. */
export const invoicesPath = (days?: { readonly from: string; readonly to: string }): string =>
  `/dashboard/invoices${days ? `?${new URLSearchParams({ ...days })}` : ''}`
