import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage } from '../../tests/support/running-shop.ts'
import { percentileOf } from '../figures.ts'
import { runCustomers } from './customers.ts'
import { expectStatus, type Part, tally } from './options.ts'

/** Many concurrent customers shop without a pause; they get only the answers that the rules require. */
export const load: Part = async ({ server, seconds, customers }) => {
  await using storage = await emptyStorage(server)
  const statuses = new Map<number, number>()
  const latenciesMs: number[] = []
  const memoryMB: number[] = []
  const { summary, violations } = await runCustomers(storage, customers, (shop) => ({
    retryUntil: async (expected, send) => {
      const sentAt = performance.now()
      const answer = await send()
      latenciesMs.push(performance.now() - sentAt)
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      return expectStatus(expected, answer)
    },
    during: async () => {
      memoryMB.push(Math.round(shop.memoryMB()))
      await pause(seconds * 1000)
      memoryMB.push(Math.round(shop.memoryMB()))
    },
  }))
  latenciesMs.sort((a, b) => a - b)
  const percentile = (share: number) => Math.round(percentileOf(latenciesMs, share))
  const perSecond = Math.round(latenciesMs.length / seconds)
  return {
    did: `${customers} customers for ${seconds} s: ${summary}`,
    violations,
    figures: `${perSecond} calls/s, p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, ${tally(statuses)}, memory ${memoryMB.join(' to ')} MB`,
  }
}
