import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Field } from '#kit/ui/field.tsx'

// Kept in memory alone: it goes with the tab, and is in no address and no storage.
let typedEmail = ''

/** What the next e-mail field of the sign-in pages begins with; empty after signing in. */
export function rememberEmail(email: string): void {
  typedEmail = email
}

type EmailFieldProps = Pick<ComponentProps<typeof Field>, 'autoComplete' | 'error'> & {
  /** What it begins with when nothing was typed before. */
  initial?: string | undefined
}

/** The e-mail field of the sign-in pages: what is typed in one of them is there in the next, and after Back. */
export function EmailField({ initial = '', ...props }: EmailFieldProps) {
  const [atFirst] = useState(typedEmail || initial)
  const field = useRef<HTMLInputElement>(null)
  // It may have been typed before the page was awake, or filled in by the browser.
  useEffect(() => {
    if (field.current?.value) rememberEmail(field.current.value)
  }, [])
  return (
    <Field
      {...props}
      ref={field}
      label="Email"
      name="email"
      type="email"
      required
      defaultValue={atFirst}
      onChange={(event) => rememberEmail(event.target.value)}
    />
  )
}
