import { currentSession, requestToken, storeToken } from '#features/accounts/browser-session.ts'

/** Gets a new token if that of this browser does not say whether its user orders for a company. After a failure it stays. */
export async function renewMembership(isMember: boolean): Promise<void> {
  const session = currentSession()
  if (!session || session.isInCompany === isMember) return
  const token = await requestToken(session.email).catch(() => undefined)
  if (token !== undefined) storeToken(token)
}
