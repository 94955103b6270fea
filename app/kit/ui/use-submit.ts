import { type FormEvent, useRef, useState } from 'react'

/** The state of a form whose button does one thing. */
interface FormDeed {
  readonly busy: boolean
  /** What the last try threw; null while there is nothing to report. */
  readonly error: unknown
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/**
 * Submits a form by script: one deed at a time however often it is sent, and what was typed stays. The deed gets
 * the fields as text.
 */
export function useSubmit(deed: (field: (name: string) => string) => Promise<void>): FormDeed {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const underWay = useRef(false)

  const submit = async (fields: FormData) => {
    if (underWay.current) return
    underWay.current = true
    setBusy(true)
    setError(null)
    try {
      await deed((name) => String(fields.get(name) ?? ''))
    } catch (thrown) {
      setError(thrown)
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    error,
    onSubmit: (event) => {
      event.preventDefault()
      void submit(new FormData(event.currentTarget))
    },
  }
}
