import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { signOut } from '../browser-session.ts'
import { undoNewEmail } from '../new-email/client.ts'
import { MailedLink } from '../new-email/mailed-link.tsx'
import { forgetSessionEnd } from '../sessions/session-end.ts'
import { rememberEmail } from '../sign-in/typed-email.tsx'
import type { Route } from './+types/undo-new-email.ts'

const TITLE = 'Take the change back'

export const meta: Route.MetaFunction = () => privateMeta(TITLE)

export const headers = () => TOKEN_IN_ADDRESS

/** The page of the link that the old address got when an e-mail address was changed. */
export default function UndoNewEmail() {
  return (
    <MailedLink
      title={TITLE}
      label="Take the change back"
      use={takeBack}
      done={(email) => (
        <>
          <Notice tone="good" className="w-full break-words">
            {`Your account has the address ${email} again, and every device is signed out.`}
          </Notice>
          <p>Whoever changed it may know your password: set a new one now.</p>
          <ButtonLink to="/forgotpass">Set a new password</ButtonLink>
        </>
      )}
    >
      <p>
        Your account gets the address back to which this link was mailed, and every device is signed out, also
        that of whoever changed it.
      </p>
    </MailedLink>
  )
}

async function takeBack(token: string): Promise<string> {
  const { email } = await undoNewEmail(token)
  // Every session of the account has ended, that of this browser too if it is one of them.
  void signOut()
  forgetSessionEnd()
  rememberEmail(email)
  return email
}
