import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/** The text area of quick order with its text. */
export interface ListField {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  /** Follows what was typed. */
  read(): void
  write(text: string): void
}

/** Where the text of a list is kept. */
export interface KeptText {
  read(): string
  write(text: string): void
}

/**
 * The pasted list, from its draft. The text area is not controlled, so that typing never waits for the lines beside it:
 * they follow in a transition.
 */
export function useListField(kept: KeptText): ListField {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!area.current) return
    area.current.value = kept.read()
    setText(area.current.value)
  }, [kept])
  const read = () => {
    const typed = area.current?.value ?? ''
    kept.write(typed)
    startTransition(() => setText(typed))
  }
  const write = (next: string) => {
    if (area.current) area.current.value = next
    read()
  }
  return { area, text, read, write }
}
