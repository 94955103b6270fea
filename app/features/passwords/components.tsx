import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Field } from '#kit/ui/form/field.tsx'
import { PASSWORD_LENGTH } from './limits.ts'

type NewPasswordProps = Pick<ComponentProps<typeof Field>, 'label' | 'name' | 'error'>

const HINT = `At least ${PASSWORD_LENGTH.minimum} characters.`

const PasswordStrength = lazy(() => import('./rating/password-strength-note.tsx'))

/** The field for a password that is chosen. Its strength, with the code that shows it, is loaded once something is typed. */
export function NewPasswordField(props: NewPasswordProps) {
  const [typed, setTyped] = useState({ password: '', email: '' })
  const { password, email } = typed
  return (
    <Field
      {...props}
      type="password"
      autoComplete="new-password"
      minLength={PASSWORD_LENGTH.minimum}
      required
      onInput={({ currentTarget: { value, form } }) => {
        const named = form?.elements.namedItem('email')
        setTyped({ password: value, email: named instanceof HTMLInputElement ? named.value : '' })
      }}
      hint={
        password.length < PASSWORD_LENGTH.minimum ? (
          HINT
        ) : (
          <Suspense fallback={HINT}>
            <PasswordStrength password={password} email={email} hint={HINT} />
          </Suspense>
        )
      }
    />
  )
}
