import type { Refusal } from '#kit/problem.ts'

/** The refusals of the calls of invoices and credit notes, besides those of HTTP. */
export const invoiceRefusals = {
  /** The settings, or the address of the order, lack what an invoice as XML has to say. */
  missingFields: { code: 'missing_fields', status: 409 },
  /** A booking batch cannot have what was issued or paid: another currency, no tax that was kept, nothing at all. */
  notBookable: { code: 'not_bookable', status: 409 },
  /** The shop had no seller when it was issued. */
  sample: { code: 'sample', status: 409 },
} as const satisfies Record<string, Refusal>
