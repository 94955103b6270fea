import { useState } from 'react'
import { Link, useLocation, useRouteLoaderData, useSearchParams } from 'react-router'
import { Button } from '#kit/ui/form/button.tsx'
import { useSession } from '../browser-session.ts'
import { googleError, startGoogleSignIn } from './google-session.ts'
import { SignInError } from './sign-in-form.tsx'

/** The button that signs in with Google, if the shop has it, and the error when Google redirected back with one. */
export function GoogleButton({ returnTo }: { returnTo: string }) {
  const shop = useRouteLoaderData<() => { hasGoogle: boolean }>('root')
  const { busy, error, redirect } = useGoogleRedirect(returnTo)
  const isHydrated = useSession() !== undefined
  if (!shop?.hasGoogle) return null
  return (
    <div className="mt-4 grid gap-4">
      <p className="flex items-center gap-4 text-muted text-sm before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        or
      </p>
      <Button variant="secondary" busy={busy} disabled={!isHydrated} onClick={redirect}>
        Continue with Google
      </Button>
      <p className="text-muted text-sm">
        By continuing with Google you accept{' '}
        <Link to="/terms" target="_blank">
          the terms
        </Link>
        .
      </p>
      {isHydrated && <SignInError error={error} />}
    </div>
  )
}

function useGoogleRedirect(returnTo: string) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(() => googleError(search.get('error')))
  const redirect = async () => {
    setBusy(true)
    setError(null)
    await startGoogleSignIn(returnTo, pathname).catch(setError)
    setBusy(false)
  }
  return { busy, error, redirect }
}
