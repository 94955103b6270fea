import type { Refusal } from '#kit/problem.ts'

/** The refusals of companies beyond the common ones. */
export const companyRefusals = {
  /** What only an account with a confirmed e-mail address may do. */
  emailNotVerified: { code: 'email_not_verified', status: 403 },
  /** An account is in one company at a time. */
  inCompany: { code: 'in_company', status: 409 },
  /** A company has a manager as long as it has members. */
  lastManager: { code: 'last_manager', status: 409 },
} as const satisfies Record<string, Refusal>
