import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fetchQuote } from '#features/quote/client.ts'
import { LineRepairs } from '#features/quote/line-repairs.tsx'
import { isKnown } from '#features/quote/repairs.ts'
import type { QuoteLine, QuoteRequest } from '#features/quote/schema.ts'
import { problemText } from '#kit/browser/client.ts'
import { Button } from '#kit/ui/form/button.tsx'
import { Field } from '#kit/ui/form/field.tsx'

const LONGEST = 200

/** Adds the part, and answers what was done, in words. */
type AddsPart = (part: QuoteLine) => string

/**
 * Adds a part that is named by its number or in words, with or without pieces, as a line of a pasted list names it. `onTyped` hears
 * whether something is typed that is no line yet.
 */
export function AddPart({ onAdd, onTyped }: { onAdd: AddsPart; onTyped: (isTyped: boolean) => void }) {
  const { text, setText, busy, error, unknown, added, ask, forget } = useAddedPart(onAdd)
  const question = useRef<HTMLDivElement>(null)
  const isTyped = text.trim() !== ''
  useEffect(() => onTyped(isTyped), [onTyped, isTyped])
  useEffect(() => {
    if (unknown) question.current?.scrollIntoView({ block: 'nearest' })
  }, [unknown])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) void ask({ text })
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <Field
          label="Add a part"
          name="part"
          autoComplete="off"
          maxLength={LONGEST}
          value={text}
          placeholder="Part number or words, and pieces"
          onChange={(event) => setText(event.target.value)}
          hint={added ?? 'For example “M8 hexagon nut 500”.'}
          error={error === undefined ? null : problemText(error)}
        />
        <Button type="submit" variant="secondary" className="mt-6" busy={busy}>
          Add
        </Button>
      </div>
      {unknown && (
        // Above the bar at the bottom of the window.
        <div ref={question} className="scroll-mb-24">
          <LineRepairs
            line={unknown}
            name={text}
            onQuantity={() => undefined}
            onReplace={({ sku }) => void ask({ lines: [{ sku, quantity: unknown.quantity }] })}
            onRemove={forget}
          />
        </div>
      )}
    </form>
  )
}

function useAddedPart(onAdd: AddsPart) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [unknown, setUnknown] = useState<QuoteLine>()
  const [added, setAdded] = useState<string>()
  const clear = () => {
    setError(undefined)
    setUnknown(undefined)
    setAdded(undefined)
  }
  const ask = async (request: QuoteRequest) => {
    setBusy(true)
    clear()
    try {
      const [line] = (await fetchQuote(request)).lines
      if (line && isKnown(line)) {
        setAdded(onAdd(line))
        setText('')
      } else setUnknown(line)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return {
    text,
    setText: (typed: string) => {
      setText(typed)
      clear()
    },
    busy,
    error,
    unknown,
    added,
    ask,
    forget: () => {
      setText('')
      clear()
    },
  }
}
