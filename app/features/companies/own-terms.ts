import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { fetchOwnTerms } from './client.ts'
import type { OwnTerms } from './schema.ts'

/** On what terms the caller can order on account. It never fails: without them an order is paid by card. */
export async function fetchTerms(): Promise<OwnTerms> {
  try {
    return await fetchOwnTerms()
  } catch (error) {
    signOutIfUnauthorized(error)
    return {}
  }
}
