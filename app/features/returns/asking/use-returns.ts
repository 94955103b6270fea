import { useEffect, useEffectEvent } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import type { OrderReturns } from '../schema.ts'

const EVERY_MS = 20_000

/** The returns of an order, read beside its page and again from time to time; undefined until they are there. */
export function useReturns(
  orderId: string,
  read: (orderId: string, signal: AbortSignal) => Promise<OrderReturns>,
) {
  const { data, error, refresh } = usePolled<OrderReturns | undefined>(
    undefined,
    (signal) => read(orderId, signal),
    signOutIfForbidden,
    EVERY_MS,
  )
  const first = useEffectEvent(refresh)
  useEffect(() => {
    void first()
  }, [])
  return { returns: data, error, refresh }
}
