import { type RefObject, useEffect, useRef } from 'react'

/** Brings the focus to the first field that a refusal named, whenever there is another refusal. */
export function useFocusOnError(refusal: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal === null) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // A screen reader reads what is wrong when the field gets the focus, so one that has it gets it anew.
    if (field === document.activeElement) field?.blur()
    field?.focus()
  }, [refusal])
  return form
}
