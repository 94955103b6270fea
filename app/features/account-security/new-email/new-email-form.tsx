import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { askForNewEmail, whenFresh } from '#features/accounts/own-security.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'

/** Asks for another e-mail address for the account. */
export function NewEmailForm() {
  const present = useSession()?.email
  const [mailedTo, setMailedTo] = useState<string>()
  const { busy, error, errors, form } = useCheckedForm(async (field) => {
    const email = field('email')
    setMailedTo(undefined)
    await whenFresh(() => askForNewEmail(email))
    setMailedTo(email)
    form.ref.current?.reset()
  })
  return (
    <form {...form} className="grid max-w-md grid-cols-1 gap-2">
      <p className="wrap-anywhere">
        Your account has the address <strong>{present}</strong>.
      </p>
      <Field
        label="New e-mail"
        name="email"
        type="email"
        autoComplete="off"
        required
        hint="It gets a link. The address changes once you confirm it there."
        error={errors.email}
      />
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      {mailedTo !== undefined && (
        <Notice tone="good" className="break-words">
          A mail is on its way to {mailedTo}. Its link works for 24 hours, where you are signed in.
        </Notice>
      )}
      <Button type="submit" busy={busy} className="justify-self-start">
        Change e-mail
      </Button>
    </form>
  )
}
