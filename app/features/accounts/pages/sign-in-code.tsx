import { useState } from 'react'
import { Link } from 'react-router'
import { ProblemError } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { privateMeta } from '#kit/ui/page/page-meta.ts'
import { loginPath } from '../browser-session.ts'
import { CodeField } from '../codes/code-field.tsx'
import { signInByCode } from '../factor/client.ts'
import { FormPage, HydratedButton, SignInError, useReturnTo } from '../sign-in/sign-in-form.tsx'
import type { Route } from './+types/sign-in-code.ts'

export const meta: Route.MetaFunction = () => privateMeta('Enter your code')

const LEADS = {
  app: 'Open the app on your phone that makes your codes.',
  backup: 'Each backup code works once. You got ten when you set up your second factor.',
} as const

/** The end of a sign-in to an account with a second factor, by password or Google. */
export default function SignInCode() {
  const { returnTo, hiding } = useReturnTo()
  const [kind, setKind] = useState<'app' | 'backup'>('app')
  return (
    <FormPage title="Enter your code" lead={LEADS[kind]}>
      <div className={hiding}>
        <CodeForm key={kind} kind={kind} returnTo={returnTo} />
        <p className="mt-6 flex flex-wrap items-center justify-between gap-2 border-line border-t pt-6">
          <Button
            variant="quiet"
            className="-ms-4"
            onClick={() => setKind(kind === 'app' ? 'backup' : 'app')}
          >
            {kind === 'app' ? 'Use a backup code' : 'Use the app'}
          </Button>
          <Link to={loginPath(returnTo)}>Sign in again</Link>
        </p>
      </div>
    </FormPage>
  )
}

function CodeForm({ kind, returnTo }: { kind: 'app' | 'backup'; returnTo: string }) {
  const { busy, error, errors, form } = useCheckedForm((field) =>
    signInByCode(field('code'), kind === 'backup'),
  )
  const isEnded = error instanceof ProblemError && error.code === 'not_signed_in'
  return (
    <form {...form} className="grid gap-2">
      <CodeField
        kind={kind}
        hint={kind === 'app' ? 'Six digits, new every 30 seconds.' : undefined}
        error={errors.code}
      />
      <SignInError error={error} help={isEnded && <Link to={loginPath(returnTo)}>Back to Login</Link>} />
      <HydratedButton busy={busy} className="justify-self-start">
        Sign in
      </HydratedButton>
    </form>
  )
}
