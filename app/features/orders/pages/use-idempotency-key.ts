import { useRef } from 'react'
import { readDrafts, writeDrafts } from '#kit/drafts.ts'
import type { PlaceOrder } from '../schema.ts'

interface Attempt {
  readonly order: string
  readonly key: string
}

const DRAFT = 'order attempt'

/**
 * The idempotency key of an order: it stays the same until the order was placed or refused, so that trying again after a
 * lost connection never orders twice. With an `email` it is kept with the drafts of that account, over a reload too.
 */
export function useIdempotencyKey(email?: string) {
  const attempt = useRef<Attempt>(undefined)
  const keep = (kept: Attempt | undefined) => {
    attempt.current = kept
    if (email !== undefined) writeDrafts(email, { [DRAFT]: kept && JSON.stringify(kept) })
  }
  return {
    for: (order: PlaceOrder): string => {
      const body = JSON.stringify(order)
      const last = attempt.current ?? readKept(email)
      if (last?.order === body) return last.key
      const key = randomKey()
      keep({ order: body, key })
      return key
    },
    reset: () => keep(undefined),
  }
}

function readKept(email: string | undefined): Attempt | undefined {
  const kept = email === undefined ? undefined : readDrafts(email)[DRAFT]
  return kept === undefined ? undefined : (JSON.parse(kept) as Attempt)
}

/** `randomUUID` is missing when the shop is served without HTTPS. */
function randomKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
