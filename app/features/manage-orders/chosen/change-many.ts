import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import type { Order } from '#features/orders/schema.ts'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import type { RefusedOrder } from '../list/ship-many.ts'

/** How far a change of many orders is. */
interface Progress {
  readonly done: number
  readonly of: number
}

interface Changed {
  /** Those that need no other try: changed, or refused for good. */
  readonly ids: readonly string[]
  readonly refused: readonly RefusedOrder[]
  /** Why the rest was not tried. */
  readonly stopped?: unknown
}

/** Whether another order would fail for the same reason: no connection, too many calls, a session that ended. */
const stopsAll = (thrown: unknown): boolean =>
  !(thrown instanceof ProblemError) || [0, 401, 403, 429].includes(thrown.status) || thrown.status >= 500

/** Changes orders one after the other, each by a call of its own. What the shop refuses of one does not stop the others. */
export async function changeEach(
  orders: readonly Order[],
  change: (order: Order) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Changed> {
  const ids: string[] = []
  const refused: RefusedOrder[] = []
  for (const order of orders) {
    try {
      await change(order)
    } catch (thrown) {
      if (stopsAll(thrown)) return { ids, refused, stopped: thrown }
      refused.push({ number: order.number, says: problemText(thrown) })
    }
    ids.push(order._id)
    onProgress(ids.length)
  }
  return { ids, refused }
}

interface ManyChanges {
  readonly progress: Progress | undefined
  readonly error: string | undefined
  /** Resolves to what was changed and refused; `error` says why some were not tried. */
  run(orders: readonly Order[], change: (order: Order) => Promise<unknown>): Promise<Changed | undefined>
  forgetError(): void
}

/** Changes many orders, one change at a time. */
export function useChangeMany(): ManyChanges {
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<string>()
  const isRunning = useRef(false)
  return {
    progress,
    error,
    forgetError: () => setError(undefined),
    run: async (orders, change) => {
      if (isRunning.current) return undefined
      isRunning.current = true
      setError(undefined)
      try {
        const changed = await changeEach(orders, change, progressOf(orders, setProgress))
        if (changed.stopped !== undefined && !signOutIfForbidden(changed.stopped))
          setError(`${problemText(changed.stopped)} The others are as they were.`)
        return changed
      } finally {
        isRunning.current = false
        setProgress(undefined)
      }
    },
  }
}

function progressOf(
  { length }: readonly Order[],
  set: Dispatch<SetStateAction<Progress | undefined>>,
): (done: number) => void {
  set({ done: 0, of: length })
  return (done) => set({ done, of: length })
}
