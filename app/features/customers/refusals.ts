import { productRefusals } from '#features/catalog/refusals.ts'

/** The refusals of the calls about customers, besides those of HTTP. */
export const customerRefusals = {
  /** With `customerId`: the customer whose address it is; without, it is that of one of the staff, or kept for an account. */
  emailTaken: { code: 'email_taken', status: 409 },
  revisionChanged: productRefusals.revisionChanged,
} as const
