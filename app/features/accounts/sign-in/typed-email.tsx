import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Field } from '#kit/ui/form/field.tsx'

// In memory only: not in the address and not in storage.
let typedEmail = ''

/** Sets the initial value of the next e-mail field of the sign-in pages; set it to '' after signing in. */
export function rememberEmail(email: string): void {
  typedEmail = email
}

type EmailFieldProps = Pick<ComponentProps<typeof Field>, 'autoComplete' | 'error'> & {
  /** The initial value when nothing was typed before. */
  initial?: string | undefined
}

/** The e-mail field of the sign-in pages. A typed address is filled in on the next of these pages, and after Back. */
export function EmailField({ initial = '', ...props }: EmailFieldProps) {
  const [initialValue] = useState(typedEmail || initial)
  const field = useRef<HTMLInputElement>(null)
  // Something may have been typed before hydration, or filled in by the browser.
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
      defaultValue={initialValue}
      onChange={(event) => rememberEmail(event.target.value)}
    />
  )
}
