import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import type { OrderDetails, ShipmentLine } from '#features/orders/schema.ts'
import { quantitiesToShip } from '#features/pricing/line-quantities.ts'
import { useTypedText } from '#kit/browser/use-typed-text.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { TextAreaField } from '#kit/ui/form/other-fields.tsx'
import { SelectField } from '#kit/ui/form/select-field.tsx'
import { Notice } from '#kit/ui/mark/notice.tsx'
import { RETURN_NOTE } from '../limits.ts'
import type { AskReturn } from '../schema.ts'
import { returnReasons } from '../states.ts'
import { reasonTexts } from '../texts.ts'
import { ReturnRows } from './return-rows.tsx'
import { useReturnCall } from './use-return-call.ts'

type AskFormProps = {
  order: OrderDetails
  returnable: readonly ShipmentLine[]
  /** The name of the form, and what its button says. */
  label: string
  button: string
  noteHint: string
  /** Fields besides those of every return. */
  children?: ReactNode
  /** Whether what the other fields have can be sent; they say themselves what is wrong. */
  isReady?: () => boolean
  send: (asked: AskReturn, key: string) => Promise<unknown>
  refresh: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

const NONE = 'Name at least one piece, and no more than can be returned.'

/** Which pieces come back, and why: for the customer who asks, and for the staff who open a return. */
export function AskForm({ order, returnable, label, button, noteHint, children, ...calls }: AskFormProps) {
  const { isReady = () => true, send, refresh, onDone, onClose } = calls
  const email = useSession()?.email
  const { typed: texts, change, discard } = useTypedText(email, { note: `return note of ${order._id}` })
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<{ readonly lines?: string; readonly reason?: string }>({})
  const call = useReturnCall(`return attempt of ${order._id}`, refresh)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const { note = '' } = texts
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = returnReasons.find((each) => each === reason)
    const lines = linesOf(returnable, typed)
    setWrong({
      ...(lines.length === 0 && { lines: NONE }),
      ...(chosen === undefined && { reason: 'Choose a reason.' }),
    })
    if (!isReady() || chosen === undefined || lines.length === 0) return
    const asked = { lines, reason: chosen, ...(note.trim() !== '' && { note: note.trim() }) }
    if (!(await call.run(asked, send))) return
    discard()
    onDone()
  }
  return (
    <form ref={form} noValidate aria-label={label} className="grid grid-cols-1 gap-3" onSubmit={submit}>
      <h3 className="font-medium">{label}</h3>
      <ReturnRows
        order={order}
        returnable={returnable}
        typed={typed}
        onType={(position, text) => setTyped((before) => ({ ...before, [position]: text }))}
      />
      {wrong.lines !== undefined && <p className="text-bad text-sm">{wrong.lines}</p>}
      <SelectField
        label="Reason"
        required
        value={reason}
        error={wrong.reason ?? null}
        onChange={({ target }) => setReason(target.value)}
      >
        <option value="">Choose</option>
        {returnReasons.map((each) => (
          <option key={each} value={each}>
            {reasonTexts[each]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Note"
        hint={noteHint}
        rows={3}
        maxLength={RETURN_NOTE.maximum}
        value={note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {children}
      {call.error !== undefined && <Notice tone="bad">{call.error}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={call.busy}>
          {button}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The pieces that were typed; none when one of the quantities cannot be returned. */
const linesOf = (
  returnable: readonly ShipmentLine[],
  typed: Readonly<Record<number, string>>,
): ShipmentLine[] => {
  const most = new Map(returnable.map(({ position, quantity }) => [position, quantity]))
  const given = Object.fromEntries(returnable.map(({ position }) => [position, typed[position] ?? '']))
  return quantitiesToShip(most, given) ?? []
}
