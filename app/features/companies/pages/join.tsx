import { useNavigate, useParams } from 'react-router'
import { useSession } from '#features/accounts/browser-session.ts'
import { ConfirmEmailLink } from '#features/accounts/unconfirmed-email.tsx'
import { problemText } from '#kit/browser/client.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { Button, ButtonLink } from '#kit/ui/form/button.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { notify } from '#kit/ui/overlay/toaster.tsx'
import { PageHeading } from '#kit/ui/page/page-heading.tsx'
import { PageLayout } from '#kit/ui/page/page-layout.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { joinCompany } from '../client.ts'
import { COMPANY_PATH } from '../paths.ts'
import type { Route } from './+types/join.ts'

const TITLE = 'Join a company'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

export const headers = () => TOKEN_IN_ADDRESS

/** The page of an invitation. Opening it changes nothing: mail programs open links by themselves. */
export default function Join() {
  const session = useSession()
  return (
    <PageLayout width="form">
      <PageHeading title={TITLE} />
      {session === null ? <SignInFirst /> : <JoinForm email={session?.email} />}
    </PageLayout>
  )
}

/** The token stays out of the address of the sign-in page: logs of proxies have that. */
function SignInFirst() {
  return (
    <>
      <Notice tone="waiting">
        Sign in with the e-mail address that was invited, or register with it, then open the link in the mail
        again.
      </Notice>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/login">Go to Login</ButtonLink>
        <ButtonLink to="/register" variant="secondary">
          Register
        </ButtonLink>
      </div>
    </>
  )
}

function JoinForm({ email }: { email: string | undefined }) {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { form, busy, error } = useCheckedForm(async () => {
    const { name } = await joinCompany(token)
    notify.success(`You now order for ${name}.`)
    await navigate(COMPANY_PATH, { replace: true })
  })
  return (
    <form {...form} className="grid justify-items-start gap-4">
      <p className="break-words">
        {email === undefined ? 'You' : `You, with the address ${email},`} become a member of the company that
        invited you. What you order from then on is its orders, which its approvers and managers see. What you
        ordered before stays yours.
      </p>
      <p>
        <ConfirmEmailLink>Your e-mail address has to be confirmed first. </ConfirmEmailLink>
      </p>
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <Button type="submit" busy={busy}>
        Join
      </Button>
    </form>
  )
}
