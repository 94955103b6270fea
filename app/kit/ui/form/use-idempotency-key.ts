import { useRef } from 'react'
import { keep as keepDraft, readKept } from '#kit/browser/kept-drafts.ts'

interface Attempt {
  readonly request: string
  readonly key: string
}

interface Kept {
  readonly email: string
  readonly draft: string
}

/**
 * The idempotency key of a request that must count once: it stays the same until the request was answered, so that trying
 * again after a lost connection never repeats what it asks for. With `kept` it stays the same over a reload too: it is kept with
 * the drafts of the account with this `email`, under the name `draft`.
 */
export function useIdempotencyKey(kept?: Kept) {
  const attempt = useRef<Attempt>(undefined)
  const keep = (next: Attempt | undefined) => {
    attempt.current = next
    if (kept) keepDraft(kept.email, kept.draft, next)
  }
  return {
    for: (request: object): string => {
      const body = JSON.stringify(request)
      const last = attempt.current ?? (kept && (readKept(kept.email, kept.draft) as Attempt | undefined))
      if (last?.request === body) return last.key
      const key = randomKey()
      keep({ request: body, key })
      return key
    },
    reset: () => keep(undefined),
  }
}

/** `randomUUID` is missing when the shop is served without HTTPS. */
function randomKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
