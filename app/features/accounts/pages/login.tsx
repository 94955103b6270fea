import { Link, useNavigate } from 'react-router'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { signIn } from '../sign-in/account-calls.ts'
import { GoogleButton } from '../sign-in/google-button.tsx'
import { PasskeyButton } from '../sign-in/passkey-button.tsx'
import { SessionEndNotice } from '../sign-in/session-end-notice.tsx'
import { FormPage, HydratedButton, SignInError, useReturnTo } from '../sign-in/sign-in-form.tsx'
import { EmailField, rememberEmail } from '../sign-in/typed-email.tsx'
import { accountTexts } from '../texts.ts'
import type { Route } from './+types/login.ts'

export const handle = { publicCache: { parameters: ['returnTo'] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) =>
  publicMeta({ title: 'Login', description: 'Sign in to order parts and to follow your orders.' }, page)

export default function Login() {
  const { returnTo, hiding } = useReturnTo()
  const navigate = useNavigate()
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    const isDone = await signIn(field('email'), field('password'))
    rememberEmail('')
    if (!isDone) await navigate({ pathname: '/sign-in-code', search: location.search })
  })
  return (
    <FormPage
      title="Login"
      lead={
        returnTo === '/' ? 'Sign in to order parts and to follow your orders.' : accountTexts.sessionEnd.goOn
      }
    >
      <div className={hiding}>
        <SessionEndNotice />
        <form {...form} className="grid gap-2">
          <EmailField autoComplete="username" error={errors.email} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
          <p className="-mt-5 mb-2 text-end text-sm">
            <Link to="/forgotpass" className="inline-flex min-h-8 items-center pointer-coarse:min-h-11">
              Forgot Password
            </Link>
          </p>
          <SignInError error={error} />
          <HydratedButton busy={busy}>Login</HydratedButton>
        </form>
        <PasskeyButton />
        <GoogleButton returnTo={returnTo} />
        <p className="mt-6 border-line border-t pt-6">
          New here?{' '}
          <Link to={returnTo === '/' ? '/register' : `/register?${new URLSearchParams({ returnTo })}`}>
            Register
          </Link>
        </p>
      </div>
    </FormPage>
  )
}
