import { type RefObject, useRef, useState } from 'react'
import { orderTexts } from '#features/orders/texts.ts'
import { fieldErrors, ProblemError, problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'
import { paymentRefusals } from '../refusals.ts'
import type { LinkedOrder } from '../schema.ts'
import { saveLinkedPoNumber } from './client.ts'

interface PoNumberState {
  readonly value: string
  readonly isChanged: boolean
  readonly isSaved: boolean
  readonly busy: boolean
  readonly error: string | undefined
  readonly field: RefObject<HTMLInputElement | null>
  change(value: string): void
  /** Saves what was typed, if it differs. False when it could not be saved; the field then says why and has the focus. */
  save(): Promise<boolean>
}

type PoNumberOptions = {
  token: string
  saved: string | undefined
  onSaved: (order: LinkedOrder) => void
  /** The order is paid or the link is dead. */
  onRefused: () => void
}

export function usePoNumber({ token, saved = '', onSaved, onRefused }: PoNumberOptions): PoNumberState {
  // Undefined until something is typed, so that the field follows what others save.
  const [typed, setTyped] = useState<string>()
  const [status, setStatus] = useState<'idle' | 'busy' | 'saved'>('idle')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const next = typed?.trim() ?? ''
  const isChanged = next !== '' && next !== saved

  const save = async (): Promise<boolean> => {
    if (!isChanged) {
      setTyped(undefined)
      return true
    }
    setStatus('busy')
    setError(undefined)
    try {
      onSaved(await saveLinkedPoNumber(token, next))
      setTyped(undefined)
      setStatus('saved')
      return true
    } catch (thrown) {
      setStatus('idle')
      if (isOver(thrown)) onRefused()
      setError(fieldErrors(thrown).poNumber ?? problemText(thrown))
      field.current?.focus()
      return false
    }
  }
  return {
    value: typed ?? saved,
    isChanged,
    isSaved: status === 'saved',
    busy: status === 'busy',
    error,
    field,
    change: (value) => {
      setTyped(value)
      setError(undefined)
      setStatus('idle')
    },
    save,
  }
}

const isOver = (error: unknown): boolean =>
  error instanceof ProblemError && ['not_found', paymentRefusals.alreadyPaid.code].includes(error.code)

/** The purchaser's own number of the purchase: saved by its button, and in any case before a card is charged. */
export function PoNumberForm({ poNumber }: { poNumber: PoNumberState }) {
  const { value, isChanged, isSaved, busy, error, field, change, save } = poNumber
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        ref={field}
        label="PO number"
        name="poNumber"
        autoComplete="off"
        value={value}
        onChange={(event) => change(event.target.value)}
        hint={isSaved ? 'Saved.' : orderTexts.poNumberHint}
        error={error ?? null}
        className="-mb-3"
        action={
          (isChanged || busy) && (
            <Button type="submit" variant="secondary" size="sm" busy={busy}>
              Save
            </Button>
          )
        }
      />
      <span role="status" className="sr-only">
        {isSaved && 'PO number saved'}
      </span>
    </form>
  )
}
