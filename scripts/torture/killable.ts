import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningShop } from '../../tests/support/running-shop.ts'
import { expectStatus } from './options.ts'
import type { RetryUntil } from './shopper.ts'

/** A shop that is killed and restarted while customers use it. */
export interface KillableShop {
  readonly retryUntil: RetryUntil
  /** Kills it after some more answers and restarts it. Resolves to the milliseconds until it is ready. */
  killSoon(isOver: () => boolean): Promise<number>
}

export function killableShop(shop: RunningShop): KillableShop {
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
