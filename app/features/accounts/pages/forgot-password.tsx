import { Link } from 'react-router'
import { requestPasswordReset } from '#features/accounts/session.ts'
import { publicMeta } from '#kit/http/page-meta.ts'
import { texts } from '#kit/texts.ts'
import { Field } from '#kit/ui/field.tsx'
import { notify } from '#kit/ui/toaster.tsx'
import { useFormDeed } from '#kit/ui/use-form-deed.ts'
import { AwakeButton, FormPage, SignInError } from '../sign-in-form.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = (page) =>
  publicMeta({ title: 'Forgot password', description: 'Get a mail with a link to a new password.' }, page)

export default function ForgotPassword() {
  const { busy, error, onSubmit } = useFormDeed(async (field) => {
    await requestPasswordReset(field('email'))
    notify.success(texts.password.mailed)
  })
  return (
    <FormPage
      title="Forgot password"
      lead="Give the address of your account. A mail brings you a link to a new password."
    >
      <form method="post" onSubmit={onSubmit} className="grid gap-2">
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <SignInError error={error} />
        <AwakeButton busy={busy}>Send email for reset password</AwakeButton>
        <p className="mt-4">
          <Link to="/login">Back to the sign-in</Link>
        </p>
      </form>
    </FormPage>
  )
}
