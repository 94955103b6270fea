import type { Address } from '#features/delivery/schema.ts'

/** The address to which the invoices of a company go. */
export const readBillTo = ({ bill_to }: { readonly bill_to: string }): Address => JSON.parse(bill_to)
