import { useEffect, useEffectEvent } from 'react'

const FIELDS = 'input, textarea, select, [contenteditable]'

/** Calls `onText` with what is pasted while no field has the focus: the page takes a list without a click. */
export function usePaste(onText: (text: string) => void): void {
  const take = useEffectEvent(onText)
  useEffect(() => {
    const listener = ({ target, clipboardData }: ClipboardEvent) => {
      const text = clipboardData?.getData('text/plain') ?? ''
      const isInField = target instanceof Element && target.closest(FIELDS) !== null
      if (text.trim() !== '' && !isInField) take(text)
    }
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
