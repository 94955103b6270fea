import { type FormEvent, useRef, useState } from 'react'

/** The state of a form with one action. */
interface FormState {
  readonly busy: boolean
  /** What the last action threw; null without an error. */
  readonly error: unknown
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/**
 * Submits a form by script: repeated submits during an action are ignored, and the fields keep their values. `action`
 * reads the fields by name.
 */
export function useSubmit(action: (field: (name: string) => string) => Promise<void>): FormState {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isRunning = useRef(false)

  const submit = async (fields: FormData) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setError(null)
    try {
      await action((name) => String(fields.get(name) ?? ''))
    } catch (thrown) {
      setError(thrown)
    } finally {
      isRunning.current = false
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
