import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ProblemError } from '#kit/browser/client.ts'
import { shopContext } from '#kit/rendering/page-context.ts'
import { loadOrUnavailable } from '#kit/rendering/page-outage.ts'
import { TOKEN_IN_ADDRESS } from '#kit/server/headers.ts'
import { ButtonLink } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { classNames } from '#kit/ui/mark/class-names.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { LONGEST_TOKEN, readMailedLink } from '../auth/verification.ts'
import { type Session, useSession } from '../browser-session.ts'
import { requestVerification, verifyEmail } from '../sign-in/account-calls.ts'
import { FormPage, HydratedButton, SignInError } from '../sign-in/sign-in-form.tsx'
import { EmailField, rememberEmail } from '../sign-in/typed-email.tsx'
import type { Route } from './+types/verify-email.ts'

/** The state of the mailed link; `none` without a token. Only reads: mail programs fetch links by themselves. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token')
  if (token === null) return { token: '', state: 'none' as const, email: '' }
  if (token.length > LONGEST_TOKEN) return { token: '', state: 'invalid' as const, email: '' }
  const { state, email = '' } = await loadOrUnavailable(() => readMailedLink(context.get(shopContext), token))
  return { token, state, email }
}

export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = () => privateMeta('Confirm your e-mail address')

export const headers = () => TOKEN_IN_ADDRESS

/** The page of the mailed link. Its button verifies the address. Without a token it offers a new mail. */
export default function VerifyEmail({ loaderData: { token, state, email } }: Route.ComponentProps) {
  const [isPressed, setIsPressed] = useState(false)
  const isDone = isPressed || state === 'done'
  const nowrapped = <span className="whitespace-nowrap">e-mail</span>
  return (
    <FormPage
      title={isDone ? <>Your {nowrapped} address is confirmed</> : <>Confirm your {nowrapped} address</>}
    >
      {isDone ? (
        <Done email={email} isNew={isPressed} />
      ) : state === 'none' ? (
        <>
          <p>The link in a mail confirms your address. It works for 24 hours.</p>
          <NewMailForm email={email} />
        </>
      ) : state === 'invalid' ? (
        <>
          <Notice tone="waiting">This link is too old or is not whole. Ask for a new mail.</Notice>
          <NewMailForm email={email} />
        </>
      ) : (
        <ConfirmForm token={token} email={email} onDone={() => setIsPressed(true)} />
      )}
    </FormPage>
  )
}

type ConfirmFormProps = { token: string; email: string; onDone: () => void }

/** In the session of the account the button is enough. Otherwise the form needs the password. */
function ConfirmForm({ token, email, onDone }: ConfirmFormProps) {
  const session = useSession()
  const [isEnded, setIsEnded] = useState(false)
  const isOwn = session?.email === email && !isEnded
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    await verifyEmail(token, isOwn ? undefined : field('password')).catch((thrown: unknown) => {
      // The access token may be in the browser while its session has ended.
      if (isOwn && thrown instanceof ProblemError && thrown.status === 401) setIsEnded(true)
      throw thrown
    })
    onDone()
  })
  return (
    <>
      <p className="break-words">
        Confirm that <strong>{email}</strong> is your address.
        {session && session.email !== email && ` You are signed in as ${session.email} here.`}
      </p>
      <form {...form} className="grid gap-2">
        <input hidden name="username" autoComplete="username" value={email} readOnly />
        {!isOwn && (
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            hint="Of the account that was made for this address."
            error={errors.password}
            className={untilHydrated(session)}
          />
        )}
        <SignInError error={error} />
        <HydratedButton busy={busy}>Confirm address</HydratedButton>
      </form>
      {!isOwn && <NotYourAccount email={email} className={untilHydrated(session)} />}
    </>
  )
}

/** Before hydration the session is unknown: a signed-in visitor is assumed to own the account. */
const untilHydrated = (session: Session | null | undefined): string =>
  session === undefined ? 'in-data-[session=in]:hidden' : ''

/** Advice for a reader who did not create this account: a password reset removes every other sign-in. */
function NotYourAccount({ email, className }: { email: string; className: string }) {
  return (
    <p className={classNames('border-line border-t pt-6 text-sm', className)}>
      Was it not you who made this account, or is the password forgotten? Do not confirm.{' '}
      <Link to="/forgotpass" onClick={() => rememberEmail(email)}>
        Set a new password
      </Link>{' '}
      instead: it confirms the address and signs everybody else out.
    </p>
  )
}

/** `isNew`: it replaces the pressed button and gets the focus. */
function Done({ email, isNew }: { email: string; isNew: boolean }) {
  const session = useSession()
  const isOwn = session?.email === email
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) container.current?.focus()
  }, [isNew])
  return (
    <div ref={container} tabIndex={-1} className="grid justify-items-start gap-4 outline-none">
      <Notice tone="good" className="w-full">
        <strong className="wrap-anywhere">{email}</strong> is confirmed.
      </Notice>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={session === null ? '/login' : '/'} onClick={() => !isOwn && rememberEmail(email)}>
          {session === null ? 'Go to Login' : 'To the shop'}
        </ButtonLink>
        {isOwn && (
          <ButtonLink to="/dashboard/myorders" variant="secondary">
            To my orders
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** `email` is the address of the link, if known; else the field begins with that of the session. */
function NewMailForm({ email }: { email: string }) {
  const session = useSession()
  const [isMailed, setIsMailed] = useState(false)
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    setIsMailed(false)
    await requestVerification(field('email'))
    setIsMailed(true)
  })
  return (
    <form {...form} className="grid gap-2">
      <EmailField
        key={session?.email}
        initial={email || session?.email}
        autoComplete="email"
        error={errors.email}
      />
      <SignInError error={error} />
      {isMailed && (
        <Notice tone="good" className="mb-2">
          A new mail is on its way, if this address has an account that is not confirmed yet.
        </Notice>
      )}
      <HydratedButton busy={busy}>Send a new mail</HydratedButton>
    </form>
  )
}
