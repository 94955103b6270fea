import { type ComponentProps, useEffect, useRef } from 'react'
import { Field } from '#kit/ui/form/field.tsx'

type CodeFieldProps = Pick<ComponentProps<typeof Field>, 'error' | 'hint'> & {
  /** `either`: a code of the app or a backup code. */
  kind: 'app' | 'backup' | 'either'
}

const LABELS = { app: 'Code', backup: 'Backup code', either: 'Code' } as const

/** The field for a code, focused when it appears: it is what the step is about. */
export function CodeField({ kind, ...props }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <Field
      {...props}
      ref={field}
      label={LABELS[kind]}
      name="code"
      required
      autoComplete={kind === 'backup' ? 'off' : 'one-time-code'}
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      className="sm:max-w-xs"
    />
  )
}
