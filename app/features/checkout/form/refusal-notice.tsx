import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#kit/ui/mark/notice.tsx'

/** Why nothing was ordered. It scrolls into view: the button that placed the order is pinned, and may be far from it. */
export function RefusalNotice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Browsers may return a promise, which is no cleanup.
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={box}>
      <Notice tone="bad">{children}</Notice>
    </div>
  )
}
