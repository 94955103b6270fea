import { type ReactNode, useLayoutEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ProblemError } from '#kit/browser/client.ts'
import { redirectWithCode } from '#kit/browser/page-code.ts'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import {
  currentSession,
  isSignedOutByUser,
  loginPath,
  requestToken,
  type Session,
  signOut,
  storeToken,
  useSession,
} from './browser-session.ts'
import type { RefusalCode } from './refusals.ts'
import { isSignedOutHere, keepSessionEnd } from './sessions/session-end.ts'

/** Redirects to the sign-in page, with `returnTo`. Await it and throw it in a `clientLoader` or `clientMiddleware`. */
export function redirectToLogin(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  // On the first load the protected page is the current history entry: replace it, so that Back does not open it again.
  const isFirstLoad = window.location.pathname === pathname && window.location.search === search
  return redirectWithCode(loginPath(pathname + search), isFirstLoad)
}

/** The guard of private pages, as their `clientMiddleware`. */
export async function signedInOnly({ request }: { request: Request }): Promise<void> {
  if (!currentSession()) throw await redirectToLogin(request)
}

/**
 * The content of a private page. Signing out, in this tab or another, leads to the sign-in page. When the session ended
 * elsewhere, that page says so and leads back here.
 */
export function SignedIn({ children }: { children?: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const isEnded = session === null
  useLayoutEffect(() => {
    if (isEnded && !isSignedOutHere() && isSignedOutByUser()) keepSessionEnd('in another tab')
  }, [isEnded])
  if (!isEnded) return children
  return <Navigate to={isSignedOutHere() ? '/login' : loginPath(shownPath(pathname, search))} replace />
}

/** The path of the page, without what the page has removed from its address since the navigation. */
const shownPath = (pathname: string, search: string): string =>
  pathname + (window.location.pathname === pathname ? window.location.search : search)

/** On a 401, signs out, shows the refusal's text and returns true; else returns false. */
export const signOutIfUnauthorized = (error: unknown): boolean => signOutOn([401], error)

/** The same on 401 and 403, for pages where a 403 means that the account may not see the page at all. */
export const signOutIfForbidden = (error: unknown): boolean => signOutOn([401, 403], error)

/** Makes the calls of a page that only admins may see, such as those of its list: a 401 or 403 also signs out. */
export const signOutWhereForbidden =
  <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    try {
      return await call(...args)
    } catch (error) {
      signOutIfForbidden(error)
      throw error
    }
  }

/** Refusals after which the session is as it was. */
const ALIVE = [
  'sign_in_again',
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
] satisfies readonly RefusalCode[]

/** Whether the user has other rights of the staff, so that other pages are for this user: the refusal says which. */
const isOfStaff = ({ extras: { rights } }: ProblemError): boolean =>
  Array.isArray(rights) && rights.length > 0

function signOutOn(statuses: readonly number[], error: unknown): boolean {
  if (!(error instanceof ProblemError) || !statuses.includes(error.status)) return false
  if (ALIVE.some((code) => code === error.code) || isOfStaff(error)) return false
  if (error.status === 401) keepSessionEnd('by shop')
  void signOut()
  notify.error(error.detail)
  return true
}

/**
 * Makes calls that name the address of the session. If they are refused since another browser has changed that address, this
 * one gets a new token, and they are made again.
 */
export async function withOwnEmail<Data>(
  session: Session,
  load: (session: Session) => Promise<Data>,
): Promise<Data> {
  try {
    return await load(session)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'forbidden') throw error
    const token = await requestToken(session.email).catch(() => undefined)
    if (token !== undefined) storeToken(token)
    const renewed = currentSession()
    if (!renewed || renewed.email === session.email) throw error
    return load(renewed)
  }
}

/**
 * Runs the calls of a private page's `clientLoader`. On 401 or 403 it signs out, shows the refusal's text and
 * redirects to the sign-in page; other errors reach the error boundary.
 */
export async function loadPrivately<Data>(
  request: Request,
  load: (session: Session) => Promise<Data>,
): Promise<Data> {
  const session = currentSession()
  if (!session) throw await redirectToLogin(request)
  try {
    return await withOwnEmail(session, load)
  } catch (error) {
    if (signOutIfForbidden(error)) throw await redirectToLogin(request)
    throw error
  }
}
