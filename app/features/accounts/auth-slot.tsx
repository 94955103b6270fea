import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { deleteDrafts, keepOnlyDraftsOf } from '#kit/browser/drafts.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { loginPath, signOutByUser, useSession } from './browser-session.ts'
import { isSignedOutHere, noteSignedIn } from './sessions/session-end.ts'

/**
 * Runs before the first paint, so that CSS selects the signed-in or the signed-out header until React hydrates the page, and hides
 * prices of the list from members of a company, who may have others.
 */
export const markSessionScript =
  "try{let t=localStorage.getItem('accessToken'),d=document.documentElement.dataset;if(t){d.session='in';if(/\"company\":true/.test(atob(t.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))))d.company='in'}}catch{}"

/**
 * The Login link or the Logout button, on every page. Until the page is hydrated both are rendered and CSS hides one.
 * When the user signs out in this tab, drafts of forms are deleted. They stay when the session ended elsewhere, until
 * another account signs in: nothing typed is lost.
 */
export function AuthSlot() {
  const session = useSession()
  useEffect(() => {
    if (session) {
      noteSignedIn()
      keepOnlyDraftsOf(session.email)
    } else if (session === null && isSignedOutHere()) deleteDrafts()
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
  const logOut = async () => {
    setBusy(true)
    const isEnded = await signOutByUser()
    setBusy(false)
    if (isEnded) return
    notify.error('You are signed out here, but the shop could not be told. Sign in and out again later.')
  }
  return (
    <Button variant="secondary" size="sm" busy={busy} onClick={logOut}>
      Logout
    </Button>
  )
}
