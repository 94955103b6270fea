import { useNavigate, useSearchParams } from 'react-router'
import { NewPasswordField } from '#features/passwords/components.tsx'
import { PASSWORD_LENGTH } from '#features/passwords/limits.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { signOut } from '../browser-session.ts'
import { forgetSessionEnd } from '../sessions/session-end.ts'
import { resetPassword } from '../sign-in/account-calls.ts'
import { FormPage, HydratedButton, SignInError } from '../sign-in/sign-in-form.tsx'
import { accountTexts } from '../texts.ts'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = () => privateMeta('New password')

export const headers = () => TOKEN_IN_ADDRESS

/** The page of the mailed reset link, with its token. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <FormPage
      title="New password"
      lead={`Choose a password of at least ${PASSWORD_LENGTH.minimum} characters.`}
    >
      {token ? <NewPasswordForm token={token} /> : <InvalidLink />}
    </FormPage>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    await resetPassword(field('newPassword'), token)
    // The shop has ended every session of the account, so the token of this browser is not valid either.
    void signOut()
    // The sign-in that follows is because of the new password.
    forgetSessionEnd()
    notify.success(accountTexts.password.changed)
    navigate('/login', { replace: true })
  })
  return (
    <form {...form} className="grid gap-2">
      {/* The address is unknown here; password managers expect the field anyway. */}
      <input hidden autoComplete="username" />
      <NewPasswordField label="New password" name="newPassword" error={errors.newPassword} />
      <SignInError error={error} />
      <HydratedButton busy={busy}>Save</HydratedButton>
    </form>
  )
}

function InvalidLink() {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="waiting">
        This link is too old, was used already, or is not whole. Ask for a new mail.
      </Notice>
      <ButtonLink to="/forgotpass">Send a new mail</ButtonLink>
    </div>
  )
}
