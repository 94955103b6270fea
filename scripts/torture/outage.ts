import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, ShopCalls } from '../../tests/support/customer.ts'
import { expectStatus } from './options.ts'
import type { RetryUntil } from './shopper.ts'

const BACK_WITHIN_MS = 10_000
export const RETRY_AFTER_MS = 50

/** The refusals while a shop cannot use its database. */
export interface Outage {
  readonly faults: Set<string>
  refusals: number
  /** When the database could be used again; undefined during the outage. */
  backAt: number | undefined
  /** The latest refusal after that, in milliseconds. */
  lastRefusalMs: number
}

export const noOutage = (): Outage => ({
  faults: new Set(),
  refusals: 0,
  backAt: performance.now(),
  lastRefusalMs: 0,
})

/** Retries during an outage, and afterwards for as long as the shop may take to recover. */
export function retryDuring(outage: Outage, backWithinMs = BACK_WITHIN_MS): RetryUntil {
  return async (expected, send) => {
    for (;;) {
      const answer = await send()
      if (answer.status !== 503) return expectStatus(expected, answer)
      outage.refusals += 1
      const fault = faultOfRefusal(answer)
      if (fault) outage.faults.add(fault)
      if (outage.backAt !== undefined) {
        const afterMs = Math.round(performance.now() - outage.backAt)
        outage.lastRefusalMs = Math.max(outage.lastRefusalMs, afterMs)
        if (afterMs > backWithinMs) throw new Error(`Refused ${afterMs} ms after the database was back`)
      }
      await pause(RETRY_AFTER_MS)
    }
  }
}

/** Waits until the shop is ready again after the database is. */
export async function waitUntilBack(
  shop: Pick<ShopCalls, 'call'>,
  outage: Outage,
  backWithinMs = BACK_WITHIN_MS,
): Promise<void> {
  const backAt = performance.now()
  outage.backAt = backAt
  while ((await shop.call('GET', '/readyz')).status !== 200) {
    if (performance.now() - backAt > backWithinMs) throw new Error('The shop does not recover')
    await pause(RETRY_AFTER_MS)
  }
}

/** Checks a refusal: calls return a problem document, pages suggest to try again, the sandbox returns Stripe's error. */
export function faultOfRefusal({ headers, body }: Answer): string | undefined {
  const type = headers.get('content-type') ?? ''
  if (body.error?.type === 'api_error') return undefined
  if (!/^\d+$/.test(headers.get('retry-after') ?? '')) return 'a refusal has no Retry-After'
  if (type.startsWith('text/html')) {
    return body.includes('<h1') && body.includes('Try again')
      ? undefined
      : 'a page does not suggest to try again'
  }
  const isProblem = type.startsWith('application/problem+json') && body.code === 'unavailable'
  return isProblem ? undefined : `a refusal is no problem document: ${JSON.stringify(body).slice(0, 200)}`
}
