import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyStorage, type RunningShop, startShop } from '../../tests/support/running-shop.ts'
import { auditBooks } from './books.ts'
import { createCustomers, describe, shopWhile } from './customers.ts'
import { expectStatus, type Part } from './options.ts'
import type { RetryUntil } from './shopper.ts'

const CUSTOMERS = 6

/** The shop that is killed and started again under its customers. */
interface Mortal {
  readonly insist: RetryUntil
  /** Kills it after some more answers, and waits until it is back; the result is how long that took. */
  killSoon(isOver: () => boolean): Promise<number>
}

/** Kills the shop at a random moment in the middle of everything that customers do, once in each round. */
export const crash: Part = async ({ server, rounds }) => {
  await using storage = await emptyStorage(server)
  await using shop = await startShop({ storage, environment: { RATE_LIMITS: 'sign-in' } })
  const crowd = await createCustomers(shop, CUSTOMERS)
  const mortal = mortalOf(shop)
  const backAfterMs: number[] = []
  const violations = await shopWhile(
    crowd,
    () => shop,
    mortal.insist,
    async (isOver) => {
      while (backAfterMs.length < rounds && !isOver()) backAfterMs.push(await mortal.killSoon(isOver))
    },
  )
  const { code } = await shop.stop()
  if (code !== 0) violations.push(`At last the shop ended with ${code}:\n${shop.log()}`)
  return {
    did: `${backAfterMs.length} kills under ${CUSTOMERS} customers: ${describe(crowd.told)}`,
    violations: [...violations, ...(await auditBooks(storage, crowd.products, crowd.told))],
    figures: `back within ${Math.max(...backAfterMs)} ms`,
  }
}

function mortalOf(shop: RunningShop): Mortal {
  let deaths = 0
  let answers = 0
  let back: Promise<void> = Promise.resolve()
  return {
    insist: async (expected, ask) => {
      for (;;) {
        await back
        const deathsBefore = deaths
        const answer = await ask().catch((error: unknown) => {
          // Only the shop's death is an excuse for no answer.
          if (deaths === deathsBefore) throw error
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
      deaths += 1
      const diedAt = performance.now()
      back = shop.kill().then(() => shop.restart())
      await back
      return Math.round(performance.now() - diedAt)
    },
  }
}
