import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { useReturnCall } from '../asking/use-return-call.ts'
import type { Return } from '../schema.ts'

type TextFormProps = {
  of: Return
  label: string
  hint: string
  button: string
  limits: { readonly maximum: number }
  variant?: NonNullable<ComponentProps<typeof Button>['variant']>
  /** It was opened by a click. */
  isFocused?: boolean
  send: (of: Return, text: string) => Promise<unknown>
  refresh: () => Promise<void>
  onClose?: () => void
  /** Other things that can be done. */
  children?: ReactNode
}

/** A step of a return with a text for the customer, which is kept as a draft. */
export function TextForm({ of, label, hint, button, limits, send, refresh, ...props }: TextFormProps) {
  const { variant = 'primary', isFocused, onClose, children } = props
  const email = useSession()?.email
  const { typed, change, discard } = useTypedText(email, { text: `${button} ${of._id}` })
  const [wrong, setWrong] = useState<string>()
  const call = useReturnCall(`${button} of ${of._id}`, refresh)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isFocused) form.current?.querySelector('textarea')?.focus()
  }, [isFocused])
  const { text = '' } = typed
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const trimmed = text.trim()
    setWrong(trimmed === '' ? 'Write what the customer is to know.' : undefined)
    if (trimmed === '') return form.current?.querySelector('textarea')?.focus()
    if (await call.run({ text: trimmed, revision: of.revision }, () => send(of, trimmed))) discard()
  }
  return (
    <form ref={form} noValidate aria-label={button} className="grid grid-cols-1 gap-2" onSubmit={submit}>
      <TextAreaField
        label={label}
        hint={hint}
        required
        rows={3}
        maxLength={limits.maximum}
        value={text}
        error={wrong ?? null}
        onChange={({ target }) => change({ text: target.value })}
      />
      {call.error !== undefined && <Notice tone="bad">{call.error}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={variant} busy={call.busy}>
          {button}
        </Button>
        {children}
        {onClose && (
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
