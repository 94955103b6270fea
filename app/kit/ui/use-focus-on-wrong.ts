import { type RefObject, useEffect, useRef } from 'react'

/** Brings the focus to the first field that a refusal named, whenever there is another refusal. */
export function useFocusOnWrong(refusal: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusal])
  return form
}
