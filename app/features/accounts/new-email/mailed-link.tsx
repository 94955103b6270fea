import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCheckedForm } from '#kit/ui/form/use-checked-form.ts'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { FormPage, HydratedButton, SignInError } from '../sign-in/sign-in-form.tsx'

interface MailedLinkProps {
  readonly title: string
  readonly label: string
  /** Uses the token of the link; resolves to the address that the account has now. */
  readonly use: (token: string) => Promise<string>
  /** What the button does, and what to do after it. */
  readonly children: ReactNode
  readonly done: (email: string) => ReactNode
}

/** The page of a mailed link that works once. Opening it changes nothing: mail programs open links by themselves. */
export function MailedLink({ title, label, use, children, done }: MailedLinkProps) {
  const [search] = useSearchParams()
  const token = search.get('token')
  const [email, setEmail] = useState<string>()
  const { busy, error, form } = useCheckedForm(async () => setEmail(await use(token ?? '')))
  return (
    <FormPage title={title}>
      {email !== undefined ? (
        <Done>{done(email)}</Done>
      ) : token ? (
        <form {...form} className="grid gap-4">
          {children}
          <SignInError error={error} />
          <HydratedButton busy={busy}>{label}</HydratedButton>
        </form>
      ) : (
        <Notice tone="waiting">This link is not whole. Open it again from the mail.</Notice>
      )}
    </FormPage>
  )
}

/** It replaces the pressed button and gets the focus. */
function Done({ children }: { children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} className="grid justify-items-start gap-4 outline-none">
      {children}
    </div>
  )
}
