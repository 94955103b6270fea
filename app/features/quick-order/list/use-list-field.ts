import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { readPadDraft, writePadDraft } from '#features/cart/pasted-text.ts'

/** The text area of the pad with its text. */
export interface PadField {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  /** Follows what was typed. */
  read(): void
  write(text: string): void
}

/**
 * The text of the pad, from its draft. The text area is not controlled, so that typing never waits for the lines beside it:
 * they follow in a transition.
 */
export function usePadField(): PadField {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!area.current) return
    area.current.value = readPadDraft()
    setText(area.current.value)
  }, [])
  const read = () => {
    const typed = area.current?.value ?? ''
    writePadDraft(typed)
    startTransition(() => setText(typed))
  }
  const write = (next: string) => {
    if (area.current) area.current.value = next
    read()
  }
  return { area, text, read, write }
}
