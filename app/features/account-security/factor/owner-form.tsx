import { useEffect, useRef } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { type Owner, signInAgain, whenFresh } from '#features/accounts/own-security.ts'
import { accountRefusals } from '#features/accounts/refusals.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'

type OwnerFormProps = {
  hasPassword: boolean
  lead?: string
  /** What the button does. */
  action: string
  onBack: () => void
  run: (owner: Owner) => Promise<void>
}

/** Asks for the password, where the account has one, before something about its second factor is changed. */
export function OwnerForm({ hasPassword, lead, action, onBack, run }: OwnerFormProps) {
  const first = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => (first.current ?? button.current)?.focus(), [])
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    try {
      if (hasPassword) await runAsOwner(run, field('password'))
      else await whenFresh(() => run({}))
    } catch (thrown) {
      if (!signOutIfUnauthorized(thrown)) throw thrown
    }
  })
  return (
    <form {...form} className="grid max-w-md gap-2">
      {lead !== undefined && <p>{lead}</p>}
      {hasPassword && (
        <Field
          ref={first}
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
      )}
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button ref={button} type="submit" busy={busy}>
          {action}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** An old sign-in is made fresh by the password that was typed: nobody is asked for it twice. */
async function runAsOwner(run: (owner: Owner) => Promise<void>, password: string): Promise<void> {
  try {
    await run({ password })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== accountRefusals.signInAgain.code) throw error
    await signInAgain({ password })
    await run({ password })
  }
}
