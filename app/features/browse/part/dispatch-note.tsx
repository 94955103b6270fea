import { useEffect, useState } from 'react'
import type { DispatchPromise } from '#features/delivery/delivery.ts'
import { MINUTE_MS } from '#kit/time.ts'
import { ifOrderedText } from './if-ordered-text.ts'

/** The largest step in which the server says what is left: see `promiseDispatch`. */
const STEP_MS = 15 * MINUTE_MS

/**
 * When the part ships if it is ordered in the next minutes and hours. The server says a little less than what is left, since
 * its page is kept; the browser counts, and says nothing any more when the time is over.
 */
export function DispatchNote({ promise: { ships, orderBefore, leftMs } }: { promise: DispatchPromise }) {
  const [left, setLeft] = useState(leftMs)
  useEffect(() => {
    // A clock that is slow does not make it longer.
    const count = () => setLeft(Math.min(orderBefore - Date.now(), leftMs + STEP_MS))
    const timer = setInterval(count, MINUTE_MS / 4)
    count()
    return () => clearInterval(timer)
  }, [orderBefore, leftMs])
  return left < MINUTE_MS ? null : <p className="text-sm">{ifOrderedText(ships, left)}</p>
}
