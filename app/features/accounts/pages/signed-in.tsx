import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Spinner } from '#kit/ui/mark/spinner.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { loginPath, safeReturnTo, useSession } from '../browser-session.ts'
import { finishGoogleSignIn, googleError } from '../sign-in/google-session.ts'
import { FormPage, pageAfter, SignInError } from '../sign-in/sign-in-form.tsx'
import type { Route } from './+types/signed-in.ts'

export const meta: Route.MetaFunction = () => privateMeta('Signing in')

/** The page after the sign-in with Google. It stores the access token and is replaced by the page of `returnTo`. */
export default function SignedIn() {
  const { returnTo, error } = useGoogleReturn()
  // Who was signed in, and did so again with another account, still is.
  const session = useSession()
  return (
    <FormPage title="Signing in">
      {error === null ? (
        <Spinner label="Signing in…" />
      ) : (
        <div className="grid justify-items-start gap-4">
          <SignInError error={error} />
          {session ? (
            <ButtonLink to={returnTo}>Back</ButtonLink>
          ) : (
            <ButtonLink to={loginPath(returnTo)}>Back to Login</ButtonLink>
          )}
        </div>
      )}
    </FormPage>
  )
}

function useGoogleReturn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const refused = search.get('error')
  const [error, setError] = useState<unknown>(() => googleError(refused))
  const returnTo = safeReturnTo(search.get('returnTo'))
  useEffect(() => {
    if (refused !== null) return
    finishGoogleSignIn()
      .then(() => pageAfter(returnTo))
      .then((path) => navigate(path, { replace: true }), setError)
  }, [refused, returnTo, navigate])
  return { returnTo, error }
}
