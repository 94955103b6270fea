import { useSession } from '#features/accounts/browser-session.ts'
import { ProblemError } from '#kit/browser/client.ts'
import { useIdempotencyKey } from '#kit/ui/form/use-idempotency-key.ts'

/**
 * Makes a call about pieces of an order that must count once: with the same key until it was answered, which is kept under the
 * name `draft`. `onRefused` is called when the order has changed since the page loaded it.
 */
export function useKeyedCall(draft: string, onRefused: () => Promise<void>) {
  const email = useSession()?.email
  const idempotencyKey = useIdempotencyKey(email === undefined ? undefined : { email, draft })
  return async <Request extends object, Answer>(
    request: Request,
    send: (request: Request, key: string) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const answer = await send(request, idempotencyKey.for(request))
      idempotencyKey.reset()
      return answer
    } catch (thrown) {
      // An answer that refuses ends the attempt; without an answer the next try repeats it.
      if (thrown instanceof ProblemError && thrown.status >= 400 && thrown.status < 500)
        idempotencyKey.reset()
      if (thrown instanceof ProblemError && thrown.status === 409) void onRefused()
      throw thrown
    }
  }
}
