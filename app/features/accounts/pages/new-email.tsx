import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { useSession } from '../browser-session.ts'
import { confirmNewEmail } from '../new-email/client.ts'
import { MailedLink } from '../new-email/mailed-link.tsx'
import { FormPage } from '../sign-in/sign-in-form.tsx'
import type { Route } from './+types/new-email.ts'

const TITLE = 'Confirm your new e-mail'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

export const headers = () => TOKEN_IN_ADDRESS

/** The page of the link that a new address gets. It works in the session of the account that asked for it. */
export default function NewEmail() {
  const session = useSession()
  if (session === null) return <SignInFirst />
  return (
    <MailedLink
      title={TITLE}
      label="Confirm address"
      use={confirmNewEmail}
      done={(email) => (
        <>
          <Notice tone="good" className="w-full break-words">
            {`Your e-mail address is ${email} now. The old one got a link that takes this back within 7 days.`}
          </Notice>
          <ButtonLink to="/dashboard/security">To Security</ButtonLink>
        </>
      )}
    >
      <p className="break-words">
        From then on you sign in with this address. Your orders and papers stay with your account
        {session && <>, which has {session.email} now</>}. Mails about orders that you have placed already
        still go to the old address.
      </p>
    </MailedLink>
  )
}

/** The token stays out of the address of the sign-in page: logs of proxies have that. */
function SignInFirst() {
  return (
    <FormPage title={TITLE}>
      <Notice tone="waiting">
        Sign in with your present address first, then open the link in the mail again.
      </Notice>
      <ButtonLink to="/login" className="justify-self-start">
        Go to Login
      </ButtonLink>
    </FormPage>
  )
}
