import { useState } from 'react'
import { useSession } from '#features/accounts/browser-session.ts'
import { signOutIfForbidden } from '#features/accounts/components.tsx'
import { ProblemError, problemText } from '#kit/browser/client.ts'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'

/** A call about a return that counts once, kept under the name `draft`: whether it runs, and why it was refused. */
export function useReturnCall(draft: string, refresh: () => Promise<void>) {
  const email = useSession()?.email
  const key = useIdempotencyKey(email === undefined ? undefined : { email, draft })
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
        await send(request, key.for(request))
        key.reset()
        await refresh()
        return true
      } catch (thrown) {
        // An answer that refuses ends the attempt; without an answer the next try repeats it.
        const isRefused = thrown instanceof ProblemError && thrown.status >= 400 && thrown.status < 500
        if (isRefused) key.reset()
        if (!signOutIfForbidden(thrown)) setError(problemText(thrown))
        if (isRefused && thrown.status === 409) await refresh().catch(() => undefined)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
