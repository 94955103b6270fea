import { useEffect, useRef } from 'react'

/** Focuses the content of the page when `shown` has changed: the link that changed it may be gone. */
export function useFocusOnChange(shown: string): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [shown])
}
