import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { arriveFromGoogle } from '#features/accounts/google/google-session.ts'
import { ButtonLink } from '#kit/ui/button.tsx'
import { privateMeta } from '#kit/ui/page-meta.ts'
import { Spinner } from '#kit/ui/spinner.tsx'
import { loginPath, safeReturnTo } from '../browser-session.ts'
import { FormPage, SignInError } from '../sign-in-form.tsx'
import type { Route } from './+types/signed-in.ts'

export const meta: Route.MetaFunction = () => privateMeta('Signing in')

/** Where Google leads back to. It is never seen for long: the way back takes its place in the history. */
export default function SignedIn() {
  const { returnTo, error } = useArrival()
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

function useArrival() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [error, setError] = useState<unknown>(null)
  const returnTo = safeReturnTo(search.get('returnTo'))
  useEffect(() => {
    arriveFromGoogle().then(() => navigate(returnTo, { replace: true }), setError)
  }, [returnTo, navigate])
  return { returnTo, error }
}
