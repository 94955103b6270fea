import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'
import type { MessageCalls } from '../client.ts'
import { MESSAGE_TEXT } from '../limits.ts'
import type { OrderMessage } from '../schema.ts'

type MessageFormProps = {
  orderId: string
  calls: MessageCalls
  label: string
  hint: string
  button: string
  /** The name under which what is typed is kept. */
  draft: string
  /** It was opened by a click. */
  isFocused?: boolean
  onSent: (message: OrderMessage) => void
}

/** A message that is written about an order. It is kept as a draft, and sent once however often that is tried. */
export function MessageForm({
  orderId,
  calls,
  label,
  hint,
  button,
  draft,
  isFocused,
  onSent,
}: MessageFormProps) {
  const email = useSession()?.email
  const { typed, change, discard } = useTypedText(email, { text: draft })
  const key = useIdempotencyKey(email === undefined ? undefined : { email, draft: `key of ${draft}` })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isFocused) form.current?.querySelector('textarea')?.focus()
  }, [isFocused])
  const { text = '' } = typed
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || text.trim() === '') return
    setBusy(true)
    setError(undefined)
    try {
      onSent(await calls.write(orderId, text, key.for({ text })))
      key.reset()
      discard()
    } catch (thrown) {
      if (thrown instanceof ProblemError && thrown.status >= 400 && thrown.status < 500) key.reset()
      if (!signOutIfForbidden(thrown)) setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <TextAreaField
        label={label}
        hint={hint}
        rows={4}
        maxLength={MESSAGE_TEXT.maximum}
        value={text}
        error={error === undefined ? null : problemText(error)}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Button type="submit" size="sm" busy={busy}>
        {button}
      </Button>
    </form>
  )
}
