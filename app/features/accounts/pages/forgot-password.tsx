import { useState } from 'react'
import { Link } from 'react-router'
import type { PublicPageHandle } from '#kit/public-cache/public-addresses.ts'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { publicMeta } from '#kit/ui/page/page-meta.ts'
import { requestPasswordReset } from '../sign-in/account-calls.ts'
import { FormPage, HydratedButton, SignInError } from '../sign-in/sign-in-form.tsx'
import { EmailField } from '../sign-in/typed-email.tsx'
import { accountTexts } from '../texts.ts'
import type { Route } from './+types/forgot-password.ts'

export const handle = { publicCache: { parameters: [] } } satisfies PublicPageHandle

export const meta: Route.MetaFunction = (page) =>
  publicMeta({ title: 'Forgot password', description: 'Get a mail with a link to a new password.' }, page)

export default function ForgotPassword() {
  const [mailedTo, setMailedTo] = useState('')
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    setMailedTo('')
    await requestPasswordReset(field('email'))
    setMailedTo(field('email'))
    notify.success(accountTexts.password.mailed)
  })
  return (
    <FormPage
      title="Forgot password"
      lead="Give the address of your account. A mail brings you a link to a new password."
    >
      <form {...form} className="grid gap-2">
        <EmailField autoComplete="email" error={errors.email} />
        <SignInError error={error} />
        {mailedTo && (
          <Notice tone="good" className="mb-2">
            <strong>{accountTexts.password.mailed}</strong> to {mailedTo}, if it has an account. The link in
            it is good for an hour. Nothing came? Look into the spam folder.
          </Notice>
        )}
        <HydratedButton busy={busy}>Send email for reset password</HydratedButton>
        <p className="mt-4">
          <Link to="/login">Back to Login</Link>
        </p>
      </form>
    </FormPage>
  )
}
