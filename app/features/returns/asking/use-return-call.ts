import { useState } from 'react'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { useKeyedCall } from '#features/orders/use-keyed-call.ts'
import { problemText } from '#kit/browser/client.ts'

/** A call about a return that counts once, kept under the name `draft`: whether it runs, and why it was refused. */
export function useReturnCall(draft: string, refresh: () => Promise<void>) {
  const callOnce = useKeyedCall(draft, refresh)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  return {
    busy,
    error,
    clear: () => setError(undefined),
    /** Whether it was done. */
    run: async <Request extends object>(
      request: Request,
      send: (request: Request, key: string) => Promise<unknown>,
    ): Promise<boolean> => {
      if (busy) return false
      setBusy(true)
      setError(undefined)
      try {
        await callOnce(request, send)
        await refresh()
        return true
      } catch (thrown) {
        if (!signOutIfForbidden(thrown)) setError(problemText(thrown))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
