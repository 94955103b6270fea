import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditRecords } from './audit.ts'
import { createCustomers, shopWhile, summarize } from './customers.ts'
import { expectStatus, type Part } from './options.ts'
import type { RetryUntil } from './shopper.ts'

const CUSTOMERS = 6

/** The shop, which is killed and restarted while customers use it. */
interface KillableShop {
  readonly retryUntil: RetryUntil
  /** Kills it after some more answers and restarts it. Resolves to the milliseconds until it is ready. */
  killSoon(isOver: () => boolean): Promise<number>
}

/** Kills the shop at a random moment while customers use it, once in each round. */
export const crash: Part = async ({ server, rounds }) => {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const crowd = await createCustomers(shop, CUSTOMERS)
  const killable = killableShop(shop)
  const backAfterMs: number[] = []
  const violations = await shopWhile(
    crowd,
    () => shop,
    killable.retryUntil,
    async (isOver) => {
      while (backAfterMs.length < rounds && !isOver()) backAfterMs.push(await killable.killSoon(isOver))
    },
  )
  const { code } = await shop.stop()
  if (code !== 0) violations.push(`The shop ended with ${code}:\n${shop.log()}`)
  return {
    did: `${backAfterMs.length} kills under ${CUSTOMERS} customers: ${summarize(crowd.acknowledged)}`,
    violations: [...violations, ...(await auditRecords(storage, crowd.products, crowd.acknowledged))],
    figures: `back within ${Math.max(...backAfterMs)} ms`,
  }
}

function killableShop(shop: RunningShop): KillableShop {
  let kills = 0
  let answers = 0
  let back: Promise<void> = Promise.resolve()
  return {
    retryUntil: async (expected, send) => {
      for (;;) {
        await back
        const killsBefore = kills
        const answer = await send().catch((error: unknown) => {
          // A call may fail only when the shop was killed.
          if (kills === killsBefore) throw error
        })
        if (!answer) continue
        answers += 1
        return expectStatus(expected, answer)
      }
    },
    killSoon: async (isOver) => {
      const enough = answers + randomInt(3, 30)
      while (answers < enough && !isOver()) await pause(1)
      await pause(randomInt(20))
      kills += 1
      const killedAt = performance.now()
      back = shop.kill().then(() => shop.restart())
      await back
      return Math.round(performance.now() - killedAt)
    },
  }
}
