import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { NewPasswordField } from '#features/passwords/components.tsx'
import { ProblemError } from '#kit/browser/client.ts'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { CheckboxField } from '#kit/ui/form/other-fields.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { loginPath } from '../browser-session.ts'
import { register } from '../sign-in/account-calls.ts'
import { GoogleButton } from '../sign-in/google-button.tsx'
import { FormPage, HydratedButton, SignInError, useReturnTo } from '../sign-in/sign-in-form.tsx'
import { EmailField, rememberEmail } from '../sign-in/typed-email.tsx'
import type { Route } from './+types/register.ts'

export const handle = { publicCache: { parameters: ['returnTo'] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) =>
  publicMeta({ title: 'Register', description: 'Make an account to order parts in bulk.' }, page)

export default function Register() {
  const { returnTo, hiding } = useReturnTo()
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    await register(field('name'), field('email'), field('password'))
    rememberEmail('')
  })
  const terms = useTerms()
  return (
    <FormPage title="Register" lead="An account keeps your orders and your address together.">
      <div className={hiding}>
        <form {...form} className="grid gap-2">
          <Field label="Full name" name="name" autoComplete="name" required error={errors.name} />
          <EmailField autoComplete="email" error={errors.email} />
          <NewPasswordField label="Password" name="password" error={errors.password} />
          <CheckboxField
            {...terms.box}
            label="I accept the terms"
            name="terms"
            required
            error={errors.terms}
          />
          <p className="mb-4 text-sm">
            <Link to="/terms" target="_blank">
              Read the terms
            </Link>{' '}
            <span className="text-muted">(in a new tab)</span>
          </p>
          <SignInError
            error={error}
            help={isAddressTaken(error) && <Link to={loginPath(returnTo)}>Sign in instead</Link>}
          />
          <HydratedButton busy={busy} disabled={!terms.accepted}>
            Register
          </HydratedButton>
        </form>
        <GoogleButton returnTo={returnTo} />
        <p className="mt-6 border-line border-t pt-6">
          Already have an account? <Link to={loginPath(returnTo)}>Sign in</Link>
        </p>
      </div>
    </FormPage>
  )
}

/** Whether the address has an account already. */
const isAddressTaken = (error: unknown): boolean =>
  error instanceof ProblemError && String(error.extras.authCode).startsWith('USER_ALREADY_EXISTS')

/** The box may have been ticked before hydration, or restored by the browser. */
function useTerms() {
  const [accepted, setAccepted] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => setAccepted(ref.current?.checked ?? false), [])
  return { accepted, box: { ref, onChange: () => setAccepted(ref.current?.checked ?? false) } }
}
