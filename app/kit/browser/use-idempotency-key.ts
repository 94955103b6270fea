import { useRef } from 'react'
import { readDrafts, writeDrafts } from './drafts.ts'

interface Attempt {
  readonly request: string
  readonly key: string
}

/**
 * The idempotency key of a request that must count once: it stays the same until the request was answered, so that trying
 * again after a lost connection never orders, ships or refunds twice. With an `email` it is kept with the drafts of that account
 * under the name `draft`, over a reload too.
 */
export function useIdempotencyKey(email?: string, draft = 'order attempt') {
  const attempt = useRef<Attempt>(undefined)
  const keep = (kept: Attempt | undefined) => {
    attempt.current = kept
    if (email !== undefined) writeDrafts(email, { [draft]: kept && JSON.stringify(kept) })
  }
  return {
    for: (request: object): string => {
      const body = JSON.stringify(request)
      const last = attempt.current ?? readKept(email, draft)
      if (last?.request === body) return last.key
      const key = randomKey()
      keep({ request: body, key })
      return key
    },
    reset: () => keep(undefined),
  }
}

function readKept(email: string | undefined, draft: string): Attempt | undefined {
  const kept = email === undefined ? undefined : readDrafts(email)[draft]
  return kept === undefined ? undefined : (JSON.parse(kept) as Attempt)
}

/** `randomUUID` is missing when the shop is served without HTTPS. */
function randomKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
