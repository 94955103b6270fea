import { type ReactNode, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { ProblemError } from '#kit/browser/client.ts'
import { redirectWithCode } from '#kit/browser/page-code.ts'
import { deleteDrafts } from '#kit/drafts.ts'
import { Button, ButtonLink } from '#kit/ui/button.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import {
  currentSession,
  isEmailUnconfirmed,
  loginPath,
  type Session,
  signOut,
  useSession,
} from './browser-session.ts'

/**
 * Runs before the first paint: which of both looks of a page is shown before React is awake is then up to style
 * sheets alone, and nothing flickers.
 */
export const markSessionScript =
  "try{if(localStorage.getItem('accessToken'))document.documentElement.dataset.session='in'}catch{}"

/**
 * The Login link or the Logout button, on every page. When the session ends, here or in another tab, what was typed
 * into forms is forgotten with it. Until the page is awake both are there and one of them is
 * not displayed.
 */
export function AuthSlot() {
  const session = useSession()
  useEffect(() => {
    if (session === null) deleteDrafts()
  }, [session])
  return (
    <>
      {!session && (
        <span className={session === undefined ? 'contents in-data-[session=in]:hidden' : 'contents'}>
          <LoginLink />
        </span>
      )}
      {session !== null && (
        <span className={session === undefined ? 'hidden in-data-[session=in]:contents' : 'contents'}>
          <LogoutButton />
        </span>
      )}
    </>
  )
}

function LoginLink() {
  const { pathname, search } = useLocation()
  const isSignInPage = /^\/(login|register|forgotpass|reset-password|verify-email)$/.test(pathname)
  return (
    <ButtonLink to={isSignInPage ? '/login' : loginPath(pathname + search)} variant="secondary" size="sm">
      Login
    </ButtonLink>
  )
}

function LogoutButton() {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    endedByShop = false
    const reached = await signOut()
    setBusy(false)
    if (reached) return
    notify.error('You are signed out here, but the shop could not be told. Sign in and out again later.')
  }
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={leave}>
      Logout
    </Button>
  )
}

/** Leads to where the mail that confirms an address is sent again; nothing for an account whose address is confirmed. */
export function ConfirmEmailLink() {
  const [isOffered, setIsOffered] = useState(false)
  useEffect(() => {
    void isEmailUnconfirmed().then(setIsOffered)
  }, [])
  return isOffered && <Link to="/verify-email">Send the confirmation mail again</Link>
}

/** Redirects to the sign-in page with the way back. Await it and throw it in a `clientLoader` or `clientMiddleware`. */
export function redirectToLogin(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  // On the first load the protected page is the history's own entry: Back has to lead past it, not into it again.
  const isFirstLoad = window.location.pathname === pathname && window.location.search === search
  return redirectWithCode(loginPath(pathname + search), isFirstLoad)
}

/** The guard of private pages, as their `clientMiddleware`. */
export async function signedInOnly({ request }: { request: Request }): Promise<void> {
  if (!currentSession()) throw await redirectToLogin(request)
}

/** What is on a private page. Signing out, here or in another tab, leads from it to the sign-in page. */
export function SignedIn({ children }: { children?: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  return session === null ? <Navigate to={pathAfterEnd(pathname + search)} replace /> : children
}

let endedByShop = false

/** Where a private page leads when its session ends: with a way back, unless somebody left on purpose. */
const pathAfterEnd = (path: string): string => (endedByShop ? loginPath(path) : '/login')

/** Signs out and shows the shop's sentence when a call was refused because nobody is signed in (401); true when it did. */
export const signOutIfUnauthorized = (error: unknown): boolean => signOutOn([401], error)

/** The same where a refusal by 403 means that the account has lost the right to the whole page. */
export const signOutIfForbidden = (error: unknown): boolean => signOutOn([401, 403], error)

function signOutOn(statuses: readonly number[], error: unknown): boolean {
  if (!(error instanceof ProblemError) || !statuses.includes(error.status)) return false
  endedByShop = true
  void signOut()
  notify.error(error.detail)
  return true
}

/**
 * Runs the calls of a private page's `clientLoader`. When the shop refuses the account (401 or 403) it signs out, says
 * so and goes to the sign-in page; other failures reach the error boundary.
 */
export async function loadPrivately<Data>(
  request: Request,
  load: (session: Session) => Promise<Data>,
): Promise<Data> {
  const session = currentSession()
  if (!session) throw await redirectToLogin(request)
  try {
    return await load(session)
  } catch (error) {
    if (signOutIfForbidden(error)) throw await redirectToLogin(request)
    throw error
  }
}
