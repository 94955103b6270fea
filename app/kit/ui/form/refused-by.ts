import { ProblemError } from '#kit/browser/client.ts'

/** Whether the shop refused a call for one of these reasons. */
export const isRefusedBy = (
  error: unknown,
  ...refusals: readonly { readonly code: string }[]
): error is ProblemError => error instanceof ProblemError && refusals.some(({ code }) => code === error.code)
