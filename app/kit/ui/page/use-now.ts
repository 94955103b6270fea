import { useEffect, useState } from 'react'

/**
 * The time of the clock in milliseconds, read again each `everyMs` and when the page becomes visible: timers stand still
 * in a hidden page and in a computer that sleeps. For pages that only the browser renders.
 */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const read = () => setNowMs(Date.now())
    const timer = setInterval(read, everyMs)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [everyMs])
  return nowMs
}
