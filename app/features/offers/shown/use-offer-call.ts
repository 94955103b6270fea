import { useState } from 'react'
import { signOutIfUnauthorized } from '#features/accounts/components.tsx'
import { problemText } from '#kit/browser/client.ts'

/** A call about an offer: whether it runs, and why it was refused. Afterwards the offer is read again. */
export function useOfferCall(refresh: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  return {
    busy,
    error,
    /** What was answered; undefined when it was refused. */
    run: async <Answer>(send: () => Promise<Answer>): Promise<Answer | undefined> => {
      if (busy) return undefined
      setBusy(true)
      setError(undefined)
      try {
        const answer = await send()
        await refresh()
        return answer
      } catch (thrown) {
        if (!signOutIfUnauthorized(thrown)) setError(problemText(thrown))
        await refresh().catch(() => undefined)
        return undefined
      } finally {
        setBusy(false)
      }
    },
  }
}
