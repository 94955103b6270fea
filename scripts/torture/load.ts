import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditBooks } from './books.ts'
import { describe, gatherCrowd, shopWhile } from './crowd.ts'
import { expectStatus, type Part, tally } from './part.ts'

const CUSTOMERS = 200

/** Lets 200 customers shop at once, each without a pause: no answer but those that the rules demand. */
export const load: Part = async ({ server, seconds }) => {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const crowd = await gatherCrowd(shop, CUSTOMERS)
  const statuses = new Map<number, number>()
  const latenciesMs: number[] = []
  const memoryAtStart = memoryOf(shop)
  const violations = await shopWhile(
    crowd,
    () => shop,
    async (expected, ask) => {
      const askedAt = performance.now()
      const answer = await ask()
      latenciesMs.push(performance.now() - askedAt)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      return expectStatus(expected, answer)
    },
    () => pause(seconds * 1000),
  )
  const memoryAtEnd = memoryOf(shop)
  await shop.stop()
  latenciesMs.sort((a, b) => a - b)
  const percentile = (share: number) => Math.round(latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0)
  const perSecond = Math.round(latenciesMs.length / seconds)
  return {
    did: `${CUSTOMERS} customers for ${seconds} s: ${describe(crowd.told)}`,
    violations: [...violations, ...(await auditBooks(storage, crowd.products, crowd.told))],
    figures: `${perSecond} calls/s, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, ${tally(statuses)}, memory ${memoryAtStart} to ${memoryAtEnd} MB`,
  }
}

/** What the process holds in memory, in megabytes; only Linux says. */
function memoryOf(shop: RunningShop): number {
  const status = readFileSync(`/proc/${shop.pid()}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000)
}
