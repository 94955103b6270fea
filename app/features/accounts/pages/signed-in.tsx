import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Spinner } from '#kit/ui/mark/spinner.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { loginPath, safeReturnTo } from '../browser-session.ts'
import { finishGoogleSignIn } from '../sign-in/google-session.ts'
import { FormPage, SignInError } from '../sign-in/sign-in-form.tsx'
import type { Route } from './+types/signed-in.ts'

export const meta: Route.MetaFunction = () => privateMeta('Signing in')

/** The page after the sign-in with Google. It stores the access token and is replaced by the page of `returnTo`. */
export default function SignedIn() {
  const { returnTo, error } = useGoogleReturn()
  return (
    <FormPage title="Signing in">
      {error === null ? (
        <Spinner label="Signing in…" />
      ) : (
        <div className="grid justify-items-start gap-4">
          <SignInError error={error} />
          <ButtonLink to={loginPath(returnTo)}>Back to Login</ButtonLink>
        </div>
      )}
    </FormPage>
  )
}

function useGoogleReturn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [error, setError] = useState<unknown>(null)
  const returnTo = safeReturnTo(search.get('returnTo'))
  useEffect(() => {
    finishGoogleSignIn().then(() => navigate(returnTo, { replace: true }), setError)
  }, [returnTo, navigate])
  return { returnTo, error }
}
