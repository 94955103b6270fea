import { currentSession } from '../browser-session.ts'
import { fetchStanding } from '../client.ts'

/** What staff see first. */
const STAFF_START = '/dashboard/overview'

/**
 * The page of who has signed in without having wanted another one: the home page, and for staff what waits for them. When the shop
 * does not say who is of the staff, it is the home page.
 */
export async function landingPath(): Promise<string> {
  const session = currentSession()
  if (!session) return '/'
  const standing = await fetchStanding(session.email).catch(() => undefined)
  return standing && standing.rights.length > 0 ? STAFF_START : '/'
}
