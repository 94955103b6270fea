import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first field with an error after each refusal, and brings its message into view. */
export function useFocusOnError(refusal: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal === null) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // A screen reader reads the error when the field gets the focus, so a focused field is focused again.
    if (field === document.activeElement) field?.blur()
    field?.focus()
    // The focus scrolls to the field alone: its message below may be under the edge of the window or a bar there.
    const note = field?.getAttribute('aria-describedby')
    if (note) document.getElementById(note)?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  return form
}
