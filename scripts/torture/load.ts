import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { createCustomers, shopWhile, summarize } from './customers.ts'
import { expectStatus, type Part, tally } from './options.ts'

/** Many concurrent customers shop without a pause; they get only the answers that the rules require. */
export const load: Part = async ({ server, seconds, customers }) => {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const crowd = await createCustomers(shop, customers)
  const statuses = new Map<number, number>()
  const latenciesMs: number[] = []
  const memoryAtStart = Math.round(shop.memoryMB())
  const violations = await shopWhile(
    crowd,
    () => shop,
    async (expected, send) => {
      const sentAt = performance.now()
      const answer = await send()
      latenciesMs.push(performance.now() - sentAt)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      return expectStatus(expected, answer)
    },
    () => pause(seconds * 1000),
  )
  const memoryAtEnd = Math.round(shop.memoryMB())
  await shop.stop()
  latenciesMs.sort((a, b) => a - b)
  const percentile = (share: number) => Math.round(latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0)
  const perSecond = Math.round(latenciesMs.length / seconds)
  return {
    did: `${customers} customers for ${seconds} s: ${summarize(crowd.acknowledged)}`,
    violations: [...violations, ...(await auditRecords(storage, crowd.products, crowd.acknowledged))],
    figures: `${perSecond} calls/s, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, ${tally(statuses)}, memory ${memoryAtStart} to ${memoryAtEnd} MB`,
  }
}
