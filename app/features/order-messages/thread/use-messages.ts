import { useEffect, useEffectEvent } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { usePolled } from '#kit/ui/list/use-polled.ts'
import type { MessageCalls } from '../client.ts'
import type { OrderMessage } from '../schema.ts'

const EVERY_MS = 20_000

/** The messages about an order, read beside its page and again from time to time; undefined until they are there. */
export function useMessages(orderId: string, calls: MessageCalls, loaded?: readonly OrderMessage[]) {
  const { data, error, refresh, change } = usePolled<readonly OrderMessage[] | undefined>(
    loaded,
    (signal) => calls.read(orderId, signal),
    signOutIfForbidden,
    EVERY_MS,
  )
  const isLoaded = loaded !== undefined
  const read = useEffectEvent(refresh)
  useEffect(() => {
    if (!isLoaded) void read()
  }, [isLoaded])
  return {
    messages: data,
    error,
    refresh,
    add: (message: OrderMessage) =>
      change((all = []) => [...all.filter(({ _id }) => _id !== message._id), message]),
  }
}

export type Messages = ReturnType<typeof useMessages>
